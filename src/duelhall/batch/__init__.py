"""Many games at once. Holds no rule."""

from duelhall.batch.environment import Batch as Batch
