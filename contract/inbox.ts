import { z } from 'zod'
import { Alias } from './cards/cards.ts'
import { inboxDays, inboxMax } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { notificationTopics } from './push.ts'

/** A notification as the inbox shows it, whether or not it was also pushed. */
export const InboxNotice = z.object({
  /** The same as the tag of its push message. */
  tag: z.string(),
  topic: z.enum(notificationTopics),
  title: z.string(),
  body: z.string(),
  path: z.string(),
  at: z.iso.datetime(),
  /** The contact was opened already. */
  isRead: z.boolean(),
})
export type InboxNotice = z.output<typeof InboxNotice>

export const inbox = {
  'inbox.list': endpoint('inbox.list', {
    summary: `Lists the notifications of your card of the last ${inboxDays} days, newest first, ${inboxMax} at most.`,
    access: 'owner',
    query: z.object({ alias: Alias.optional().describe('One of your cards; defaults to the first') }),
    output: z.array(InboxNotice),
    problems: ['not-logged-in', 'card-not-found'],
  }),
}
