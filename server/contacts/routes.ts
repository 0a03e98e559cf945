import type { Limit } from '#contract/endpoint.ts'
import { asStream, fileHeaders } from '#server/http/calls/as-file.ts'
import { done, type Caller, type Handlers } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findOpenCard } from '#server/cards/public/find-cards.ts'
import {
  changeContact,
  eraseContact,
  eraseContacts,
  labelContacts,
  markContactViewed,
  releaseContact,
  setContactTags,
  updateContactNotes,
} from './change-contact.ts'
import { createContact } from './create-contact.ts'
import { findMatching } from './find-matching.ts'
import { exportContact, exportContacts } from './export-contacts.ts'
import { unprovedPerAddress } from './find-quarantine-reason.ts'
import { listOwnImports, readImport } from './import/read-import.ts'
import { createImport, startImport, startUndo } from './import/start-import.ts'
import { readOwnContact } from './list-contacts.ts'
import { listLabels } from './list-labels.ts'
import { searchContacts } from './search-contacts.ts'
import { submitContact, type SubmitDeps } from './submit-contact.ts'

const types = { csv: 'text/csv; charset=utf-8', vcf: 'text/vcard; charset=utf-8' } as const

/** Seconds until this client address or its network may do that again; 0 if it may now, which counts. */
type ShareLimit = { takeShare(what: string, visitor: string, limit: Limit, target: string): Promise<number> }

export function contactRoutes(deps: SubmitDeps & ShareLimit) {
  return {
    async 'contacts.submit'({ input, visitor }) {
      await submitContact(
        deps,
        input,
        async (cardId) => (await deps.takeShare('contacts unproved', visitor, unprovedPerAddress, cardId)) > 0,
      )
    },
    async 'contacts.challenge'({ query }) {
      await assertCardIsOpen(query.alias)
      return deps.captcha.challenge({ alias: query.alias.toLowerCase(), action: query.action })
    },
    async 'contacts.form'({ params }) {
      await assertCardIsOpen(params.alias)
      return deps.captcha.seal(params.alias.toLowerCase())
    },
    'contacts.search': ({ caller, params, input }) => searchContacts(deps, caller, params, input),
    'contacts.read': ({ caller, params }) => readOwnContact(deps, caller, params.id),
    'contacts.setViewed': ({ caller, input }) => markContactViewed(deps, caller, input.clientId),
    'contacts.release': ({ caller, input }) => releaseContact(deps, caller, input.clientId),
    'contacts.export': ({ caller, params }) => contactFile(caller, params.id),
    'contacts.download': ({ caller, params }) => contactFile(caller, params.id),
    async 'contacts.updateNotes'({ caller, input }) {
      await updateContactNotes(deps, caller, input.connectedClientId, input.notes)
    },
    'contacts.labels': ({ caller, query }) => listLabels(deps, caller, query.alias),
    async 'contacts.setTags'({ caller, input }) {
      await setContactTags(deps, caller, input.clientId, input.tags)
    },
    'contacts.change': ({ caller, input: { clientId, ...changes } }) => changeContact(deps, caller, clientId, changes),
    'contacts.create': async ({ caller, input }) => ({ ...done, id: (await createContact(deps, caller, input)).id }),
    'contacts.erase': ({ caller, input }) => eraseContact(deps, caller, input.clientId),
    'contacts.labelSeveral': async ({ caller, input }) => ({
      ...done,
      ...(await labelContacts(deps, caller, { ids: input.clientIds }, input)),
    }),
    'contacts.eraseSeveral': async ({ caller, input }) => ({ ...done, count: await eraseContacts(deps, caller, { ids: input.clientIds }) }),
    'contacts.labelMatching': async ({ caller, input }) => ({
      ...done,
      ...(await labelContacts(deps, caller, await findMatching(deps, caller, input), input)),
    }),
    'contacts.eraseMatching': async ({ caller, input }) => ({
      ...done,
      count: await eraseContacts(deps, caller, await findMatching(deps, caller, input)),
    }),
    'contacts.createImport': ({ caller, params, query, input }) =>
      createImport(deps, caller, { alias: params.alias, name: query.name, bytes: input }),
    'contacts.imports': ({ caller, query }) => listOwnImports(deps, caller, query.alias),
    'contacts.readImport': ({ caller, params }) => readImport(deps, caller, params),
    'contacts.runImport': ({ caller, input }) => startImport(deps, caller, input),
    'contacts.undoImport': ({ caller, input }) => startUndo(deps, caller, input),
    async 'contacts.exportAll'({ caller, params, query }) {
      const { pieces, name } = await exportContacts(deps, caller, { format: params.format, ...query })
      return new Response(asStream(pieces), { headers: fileHeaders(types[params.format], name, params.format) })
    },
  } satisfies Partial<Handlers>

  async function assertCardIsOpen(alias: string) {
    if (!(await findOpenCard(deps.db, alias))) throw problem('card-not-found')
  }

  async function contactFile(caller: Caller, id: string): Promise<Response> {
    const { file, name } = await exportContact(deps, caller, id)
    return new Response(file, { headers: fileHeaders(types.vcf, name, 'vcf') })
  }
}
