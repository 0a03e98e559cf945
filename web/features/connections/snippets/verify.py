import base64, hashlib, hmac, time

def is_from_card(secret, headers, body):
    """Verify the body (bytes) as it arrived, before you parse it."""
    message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    # Older than five minutes: it may be a copy of an earlier request.
    if abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected, given) for given in headers["webhook-signature"].split(" "))
