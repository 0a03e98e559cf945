/** Owners' calls that are refused also with one's own ids, as they are aimed here, and why. */
export const refusedAnyway: Record<string, string> = {
  'accounts.addPasskey': 'a device signs, and there is none here',
  'billing.subscribe': 'the card has its subscription',
  'media.upload': 'any bytes are sent, which are no picture',
  'push.test': 'the device is made up, and its push service says so',
  'cards.create': 'whoever is leaving makes no card',
  'cards.requestClaimCode': 'a card that has an owner is not there to be claimed',
  'cards.claim': 'a card that has an owner is not there to be claimed',
  'privacy.leave': 'one’s own word is asked for first',
}

/** Those that are about a card of nobody's yet: with one's own it is as if it never was. */
export const aboutNobodys: ReadonlySet<string> = new Set(['cards.create', 'cards.requestClaimCode', 'cards.claim'])
