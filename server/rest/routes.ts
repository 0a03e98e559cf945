import { hash, randomUUID } from 'node:crypto'
import { publishDraft, type PublishDeps } from '#server/cards/editor/publish-draft.ts'
import { readEditor } from '#server/cards/editor/read-editor.ts'
import { saveDraft } from '#server/cards/editor/save-draft.ts'
import { readOwnCard } from '#server/cards/owned/read-own-card.ts'
import { removeConnection, replayEvent } from '#server/connections/change-connection.ts'
import type { CreateDeps } from '#server/connections/create-connection.ts'
import { listConnections } from '#server/connections/list-connections.ts'
import { listOwnEvents } from '#server/connections/list-own-events.ts'
import { sendTest } from '#server/connections/send-test.ts'
import { changeContact, eraseContact } from '#server/contacts/change-contact.ts'
import { createContact } from '#server/contacts/create-contact.ts'
import { listOwnContacts, readOwnContact } from '#server/contacts/list-contacts.ts'
import type { Caller, Handlers } from '#server/http/calls/mount.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { ReportDeps } from '#server/visits/read-report.ts'
import { addWebhook } from './add-webhook.ts'
import { pageOf, readCursor, writeCursor } from './cursor.ts'
import { presentCard, presentContact, presentEvent, presentWebhook } from './present-rest.ts'
import { readAnalytics } from './read-analytics.ts'

const nothing = () => new Response(null, { status: 204 })

/** The REST interface: the same actions that the owner’s pages use, on the card of the key. */
export function restRoutes(deps: CreateDeps & PublishDeps & ReportDeps & { jobs: Jobs }) {
  const aliasOf = async (caller: Caller) => (await readOwnCard(deps, caller)).subject.alias

  return {
    async 'v1.listContacts'({ caller, query: { limit, cursor, search = '', tag = '' } }) {
      const page = { words: search.trim(), label: tag, limit: limit + 1, after: readCursor(cursor) }
      return pageOf((await listOwnContacts(deps, caller, page)).map(presentContact), limit, writeCursor)
    },
    'v1.readContact': async ({ caller, params }) => presentContact(await readOwnContact(deps, caller, params.id)),
    async 'v1.createContact'({ caller, input, request }) {
      const submissionId = submissionIdOf(request, caller, input)
      return presentContact(await createContact(deps, caller, { ...input, alias: await aliasOf(caller), submissionId }))
    },
    async 'v1.changeContact'({ caller, params, input: { tags, note, revision, ...fields } }) {
      const notes = note === undefined ? [] : [{ Created: deps.clock.now().toISOString(), Note: note }]
      return presentContact(await changeContact(deps, caller, params.id, { fields, revision, tags, notes, notesField: 'note' }))
    },
    async 'v1.eraseContact'({ caller, params }) {
      await eraseContact(deps, caller, params.id)
      return nothing()
    },

    'v1.readCard': async ({ caller }) => presentCard(await readEditor(deps, caller, await aliasOf(caller))),
    'v1.saveDraft': async ({ caller, input }) => saveDraft(deps, caller, { ...input, alias: await aliasOf(caller) }),
    'v1.publishCard': async ({ caller, input }) => ({
      revision: await publishDraft(deps, caller, { ...input, alias: await aliasOf(caller) }),
    }),

    async 'v1.listEvents'({ caller, query: { limit, cursor: before, type } }) {
      const found = await listOwnEvents(deps, caller, await aliasOf(caller), { before, type, limit: limit + 1 })
      return pageOf(found.map(presentEvent), limit, ({ id }) => id)
    },
    async 'v1.replayEvent'({ caller, params, input }) {
      return { count: await replayEvent(deps, caller, { alias: await aliasOf(caller), eventId: params.id, connectionId: input.webhookId }) }
    },

    'v1.listWebhooks': async ({ caller }) => ({
      data: (await listConnections(deps, caller, await aliasOf(caller))).map(presentWebhook),
    }),
    'v1.createWebhook': async ({ caller, input }) => addWebhook(deps, caller, await aliasOf(caller), input),
    async 'v1.removeWebhook'({ caller, params }) {
      await removeConnection(deps, caller, { alias: await aliasOf(caller), id: params.id })
      return nothing()
    },
    'v1.testWebhook': async ({ caller, params }) => sendTest(deps, caller, { alias: await aliasOf(caller), id: params.id }),

    'v1.readAnalytics': ({ caller, query }) => readAnalytics(deps, caller, query),
  } satisfies Partial<Handlers>
}

/** The same for the same request with the same Idempotency-Key, so that a repeat finds what an interrupted call stored. */
function submissionIdOf(request: Request, caller: Caller, input: object): string {
  const idempotencyKey = request.headers.get('idempotency-key')
  if (caller.kind !== 'key' || idempotencyKey === null) return randomUUID()
  // PostgreSQL reads 32 digits as a UUID.
  return hash('sha256', JSON.stringify([caller.keyId, idempotencyKey, input]), 'hex').slice(0, 32)
}
