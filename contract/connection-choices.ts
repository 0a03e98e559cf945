/** What happens to a card, in the order the page shows it. `short_link.followed` is sent once a day. */
export const eventTypes = [
  'contact.created',
  'contact.updated',
  'contact.erased',
  'consent.given',
  'consent.withdrawn',
  'card.published',
  'review.received',
  'short_link.followed',
  'webhook.test',
] as const

/** Tools with a name and a hint of their own. `own`: any address. */
export const presets = ['n8n', 'make', 'zapier', 'follow-up-boss', 'hubspot', 'own'] as const

/** CRMs with an API of their own, and what each takes. They are reached with the owner’s key; a card can have one connection to each. */
export const crmTypes = {
  'follow-up-boss': ['contact.created', 'contact.updated'],
  // What an owner changes, the labels, has no place there.
  hubspot: ['contact.created'],
} as const
/** Product names aren’t translated. */
export const crmNames = { 'follow-up-boss': 'Follow Up Boss', hubspot: 'HubSpot' } as const satisfies Record<keyof typeof crmTypes, string>
export const isCrm = (preset: string): preset is keyof typeof crmTypes => Object.hasOwn(crmTypes, preset)

export const deliveryStates = ['waiting', 'sent', 'failed'] as const

/** Why there was no answer. `paused`: the host failed repeatedly and is not called for a while. `off`: the connection was switched off; `host-off`: its host. */
export const noAnswerReasons = [
  'timeout',
  'refused',
  'closed',
  'host',
  'certificate',
  'private',
  'blocked',
  'not-http',
  'unreachable',
  'paused',
  'off',
  'host-off',
] as const

/** What is wrong with the address of a connection. `off`: its host is switched off. */
export const urlIssues = ['address', 'login', 'port', 'https', 'private', 'off'] as const

/** What an owner must do at a CRM: replace a `key` that it refuses, or restore the `source` whose contacts it ignores. */
export const attentions = ['key', 'source'] as const

export const crmKeyMax = 400
export const connectionsMax = 20
export const connectionNameMax = 80
export const connectionUrlMax = 2000
