import type { CallToolResult, McpServer, ToolAnnotations } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Api } from '#contract/api.ts'
import { cardFields, publicNames } from '#contract/cards/card-fields.ts'
import { rest, type ApiContact } from '#contract/rest.ts'
import { problem } from '#server/http/problems/problem.ts'
import { asResult } from './as-result.ts'

export type ToolDeps = {
  publicUrl: string
  /** The contract as the key may use it: each endpoint checks its scope. */
  api: Api
  /** Counts a page of contacts, or a contact; throws if there were too many today. */
  countContacts: () => Promise<void>
  onError: (error: unknown) => CallToolResult
}

const pageSizeMax = 25
const rowsMax = 500

const reads: ToolAnnotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const adds: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false }

const contactId = z.uuid().describe('The id of a contact, from list_contacts')
const { search, tag, cursor } = rest['v1.listContacts'].query.shape

/** What the card says in words, without its looks. */
const cardTexts = publicNames.filter((name) => {
  const { kind, section } = { section: undefined, ...cardFields[name] }
  return ['line', 'prose', 'email', 'link'].includes(kind) && section !== 'look'
})

/** None of these sends, deletes or publishes anything, so that little can happen if a visitor's words trick the model. */
export function addTools(server: McpServer, { publicUrl, api, countContacts, onError }: ToolDeps) {
  function add<I extends z.ZodObject>(
    name: string,
    about: { title: string; description: string; annotations: ToolAnnotations; inputSchema: I },
    act: (input: z.output<I>) => Promise<object>,
  ) {
    const inputSchema: z.ZodObject = about.inputSchema
    // The server has parsed the input by this schema.
    server.registerTool(name, { ...about, inputSchema }, async (input) => act(input as z.output<I>).then(asResult, onError))
  }

  async function readContact(id: string): Promise<ApiContact> {
    await countContacts()
    const contact = await api.call('v1.readContact', { params: { id } })
    // Probably spam: the list leaves it out too.
    if (contact.isQuarantined) throw problem('not-found')
    return contact
  }

  add(
    'list_contacts',
    {
      title: 'List contacts',
      description: `Lists the contacts that visitors of the card left, newest first, at most ${pageSizeMax} a page, or searches them by name, company, email or phone number. Use read_contact for how to reach someone and what they wrote.`,
      annotations: reads,
      inputSchema: z.strictObject({
        search,
        tag,
        limit: z.int().min(1).max(pageSizeMax).default(pageSizeMax),
        cursor,
      }),
    },
    async (query) => {
      await countContacts()
      const { data, nextCursor } = await api.call('v1.listContacts', { query })
      return { contacts: data.map(inList), nextCursor }
    },
  )

  add(
    'read_contact',
    {
      title: 'Read a contact',
      description: 'Returns a contact: how to reach them, what they wrote, and the owner’s notes.',
      annotations: reads,
      inputSchema: z.strictObject({ contactId }),
    },
    async ({ contactId: id }) => {
      const { notes: message, ...contact } = await readContact(id)
      return { contact: { ...contact, message } }
    },
  )

  add(
    'add_note',
    {
      title: 'Add a note',
      description: 'Adds a note to a contact, for the owner only. Notes can’t be changed or removed afterward. It begins with “AI:”.',
      annotations: adds,
      inputSchema: z.strictObject({ contactId, note: z.string().trim().min(1).max(2000) }),
    },
    async ({ contactId: id, note }) => {
      await countContacts()
      const { ownerNotes } = await api.call('v1.changeContact', { params: { id }, input: { note: `AI: ${note}` } })
      return { added: ownerNotes.at(-1) }
    },
  )

  add(
    'draft_answer',
    {
      title: 'Draft an answer',
      description:
        'Prepares an email to a contact. It is not sent or saved: show the owner the draft and its mailto link, which opens it in their mail program.',
      annotations: reads,
      inputSchema: z.strictObject({
        contactId,
        subject: z.string().trim().min(1).max(200),
        body: z.string().trim().min(1).max(5000).describe('Plain text'),
      }),
    },
    async ({ contactId: id, subject, body }) => {
      const { emailAddress: to } = await readContact(id)
      if (to === '') throw problem('conflict', { detail: 'This contact left no email address.' })
      return { draft: { to, subject, body }, mailto: mailtoOf(to, subject, body), isSent: false }
    },
  )

  add(
    'read_analytics',
    {
      title: 'Read analytics',
      description:
        'Counts by day, in a range: views of the card by kind of device, pages that were opened, clicks, or shares. Days without any are left out.',
      annotations: reads,
      inputSchema: z.strictObject(rest['v1.readAnalytics'].query.shape),
    },
    async (query) => {
      const counts = await api.call('v1.readAnalytics', { query })
      if (counts.data.length > rowsMax) throw problem('bad-request', { detail: 'These are too many rows. Ask for fewer days.' })
      return counts
    },
  )

  add(
    'read_card',
    {
      title: 'Read the card',
      description: 'Returns what the card shows: name, company, ways to reach its owner, texts and links.',
      annotations: reads,
      inputSchema: z.strictObject({}),
    },
    async () => {
      const { alias } = await api.call('v1.readCard')
      const { '{product}': card } = await api.call('cards.read', { params: { alias } })
      const texts = Object.entries(card).filter(([name, value]) => cardTexts.some((text) => text === name) && value !== '')
      return { url: new URL(`/${alias}`, publicUrl).href, card: Object.fromEntries(texts) }
    },
  )
}

/** Without addresses and phone numbers: those cost a call per contact. */
const inList = ({ id, dateCreated, fullName, companyName, tags, source, viewed }: ApiContact) => ({
  id,
  dateCreated,
  fullName,
  companyName,
  tags,
  source,
  viewed,
})

function mailtoOf(to: string, subject: string, body: string): string {
  const fields = [`subject=${encodeURIComponent(subject)}`, `body=${encodeURIComponent(body.replace(/\r?\n/g, '\r\n'))}`]
  return `mailto:${encodeURIComponent(to).replace('%40', '@')}?${fields.join('&')}`
}
