"""Programs in namespaces of their own, which a small process, the launcher, starts."""
