"""The secrets in links: having one means having the place. Only their hashes are stored."""

import base64
import hashlib
import hmac
import re
import secrets

TOKEN_BYTES = 16
TABLE_BYTES = 9


def new_token() -> str:
    """A secret that nobody can guess, for a place."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_table() -> str:
    """The name of a new table; it opens nothing by itself."""
    return secrets.token_urlsafe(TABLE_BYTES)


def table_behind(code: str) -> str:
    """The name of the table to which an invitation's code leads; it does not tell the code."""
    digest = hashlib.sha256(code.encode()).digest()
    return base64.urlsafe_b64encode(digest[:TABLE_BYTES]).decode()


def is_table(name: str) -> bool:
    """Whether a table can have that name; whatever else is asked for need not be looked up."""
    return re.fullmatch(r"[\w-]{1,40}", name, re.ASCII) is not None


def hashed(token: str) -> str:
    """What is stored of a secret. It is too long to be guessed, and so needs no salt."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def fits(token: str, hash_: str) -> bool:
    """Whether this is the secret with that hash."""
    return bool(hash_) and hmac.compare_digest(hashed(token), hash_)
