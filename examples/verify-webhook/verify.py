import hashlib
import hmac
import re
import time

TOLERANCE_SECONDS = 5 * 60


def is_genuine(body: bytes, signature: str, secret: str, now_seconds: float | None = None) -> bool:
    """True if a webhook is genuine and recent. Pass the body exactly as it arrived, and parse it afterwards."""
    now = time.time() if now_seconds is None else now_seconds
    parts = dict(part.split("=", 1) for part in signature.split(",") if "=" in part)
    sent_at = parts.get("t", "")
    if not re.fullmatch("[0-9]{1,12}", sent_at) or abs(now - int(sent_at)) > TOLERANCE_SECONDS:
        return False
    expected = hmac.new(secret.encode(), f"{sent_at}.".encode() + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(parts.get("v1", "").encode(), expected.encode())
