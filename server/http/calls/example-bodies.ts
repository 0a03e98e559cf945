import type { EndpointName } from '#contract/addresses.ts'

/** An example body for each API call that takes one. */
export const exampleBodies: Partial<Record<EndpointName, object>> = {
  'v1.createContact': { name: 'Tobias', lastName: 'Wren', emailAddress: 'tobias@example.com', tags: ['Buyer'] },
  'v1.changeContact': { tags: ['Seller'], note: 'Called back.' },
  'v1.saveDraft': { revision: 4, changes: { title: 'Broker' } },
  'v1.publishCard': { revision: 5 },
  'v1.replayEvent': {},
  'v1.createWebhook': { url: 'https://hooks.example.com/leads', types: ['contact.created'] },
}
