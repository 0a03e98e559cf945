/** What tells a device of new contacts: the worker knows these and no other call of an owner’s. */
export const pushAddresses = {
  'push.subscribe': 'POST /remote/api/{product}/notifications-subscribe',
  'push.subscription': 'POST /remote/api/{product}/notifications-get-subscription',
  'push.key': 'GET /remote/api/{product}/notifications-key',
  'push.test': 'POST /remote/api/{product}/notifications-test',
} as const
