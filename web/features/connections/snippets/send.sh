SECRET='whsec_…'
ID="msg_$(date +%s)"; TIME=$(date +%s)
BODY='{"type":"webhook.test","timestamp":"2026-01-01T00:00:00.000Z","data":{}}'
KEY=$(printf %s "${SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
SIGNATURE=$(printf %s "$ID.$TIME.$BODY" | openssl dgst -sha256 -mac HMAC -macopt hexkey:$KEY -binary | openssl base64 -A)
curl -i 'ADDRESS' -H 'content-type: application/json' -H "webhook-id: $ID" \
  -H "webhook-timestamp: $TIME" -H "webhook-signature: v1,$SIGNATURE" -d "$BODY"
