<?php
// Verify the body as it arrived, before you parse it.
function isFromCard(string $secret, array $headers, string $body): bool
{
    $timestamp = $headers['webhook-timestamp'];
    // Older than five minutes: it may be a copy of an earlier request.
    if (abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $signed = "{$headers['webhook-id']}.$timestamp.$body";
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}
