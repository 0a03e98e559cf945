import type { EventType } from '#contract/connections.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { listEvents } from './event-store.ts'
import type { OwnDeps } from './list-connections.ts'
import { writeBody } from './send-delivery.ts'

type Page = { type?: EventType | undefined; before?: string | undefined; limit: number }

/** Events of the caller's card, newest first, each with the body that connections receive. */
export async function listOwnEvents(deps: OwnDeps, caller: Caller, alias: string, page: Page): Promise<{ id: string; body: string }[]> {
  const { id: subjectId } = await deps.findOwnCard(caller, alias)
  return (await listEvents(deps.db, subjectId, page)).map((event) => ({ id: event.id, body: writeBody(event, true) }))
}
