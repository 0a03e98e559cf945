import type { Limit } from '#contract/endpoint.ts'
import { asStream, fileHeaders } from '#server/http/calls/as-file.ts'
import type { Caller, Handlers } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findOpenCard } from '#server/cards/public/find-cards.ts'
import { eraseContact, markContactViewed, setContactTags, updateContactNotes } from './change-contact.ts'
import { createContact } from './create-contact.ts'
import { exportContact, exportContacts } from './export-contacts.ts'
import { unprovedPerAddress } from './find-hold-reason.ts'
import { listLabels } from './list-labels.ts'
import { presentContact } from './present-contact.ts'
import { readContact } from './read-contact.ts'
import { searchContacts } from './search-contacts.ts'
import { submitContact, type SubmitNeeds } from './submit-contact.ts'

const done = { success: 1, message: '' } as const
const types = { csv: 'text/csv; charset=utf-8', vcf: 'text/vcard; charset=utf-8' } as const

/** Seconds until this client address, or a site of many addresses, may do that again; 0 when it may now, which counts. */
type Counting = { takeShare(what: string, visitor: string, limit: Limit, target: string): Promise<number> }

export function contactRoutes(needs: SubmitNeeds & Counting) {
  return {
    async 'contacts.submit'({ input, visitor }) {
      await submitContact(
        needs,
        input,
        async (cardId) => (await needs.takeShare('contacts unproved', visitor, unprovedPerAddress, cardId)) > 0,
      )
      return done
    },
    async 'contacts.challenge'({ query }) {
      await refuseShut(query.alias)
      return needs.captcha.challenge({ alias: query.alias.toLowerCase(), action: query.action })
    },
    async 'contacts.form'({ params }) {
      await refuseShut(params.alias)
      return needs.captcha.seal(params.alias.toLowerCase())
    },
    'contacts.search': ({ caller, params, input }) => searchContacts(needs, caller, params, input),
    'contacts.read': async ({ caller, params }) => presentContact(await readContact(needs, caller, params.id)),
    async 'contacts.setViewed'({ caller, input }) {
      await markContactViewed(needs, caller, input.clientId)
      return done
    },
    'contacts.export': ({ caller, params }) => oneFile(caller, params.id),
    'contacts.download': ({ caller, params }) => oneFile(caller, params.id),
    async 'contacts.updateNotes'({ caller, input }) {
      await updateContactNotes(needs, caller, input.connectedClientId, input.notes)
      return done
    },
    'contacts.labels': ({ caller, query }) => listLabels(needs, caller, query.alias),
    async 'contacts.setTags'({ caller, input }) {
      await setContactTags(needs, caller, input.clientId, input.tags)
      return done
    },
    'contacts.create': async ({ caller, input }) => ({ ...done, id: await createContact(needs, caller, input) }),
    async 'contacts.erase'({ caller, input }) {
      await eraseContact(needs, caller, input.clientId)
      return done
    },
    async 'contacts.exportAll'({ caller, params, query }) {
      const { pieces, name } = await exportContacts(needs, caller, { format: params.format, alias: query.alias })
      return new Response(asStream(pieces), { headers: fileHeaders(types[params.format], name, params.format) })
    },
  } satisfies Partial<Handlers>

  async function refuseShut(alias: string) {
    if (!(await findOpenCard(needs.db, alias))) throw problem('card-not-found')
  }

  async function oneFile(caller: Caller, id: string): Promise<Response> {
    const { file, name } = await exportContact(needs, caller, id)
    return new Response(file, { headers: fileHeaders(types.vcf, name, 'vcf') })
  }
}
