import { z } from 'zod'
import { serveJson, type JsonAnswer, type JsonRequest } from './serve-json.ts'

const Values = z.array(z.object({ value: z.string() })).default([])
const Person = z.object({ firstName: z.string(), emails: Values, phones: Values, tags: z.array(z.string()).default([]) })
const Event = z.object({ source: z.string(), system: z.string(), type: z.string(), message: z.string().optional(), person: Person })
const Tags = z.object({ tags: z.array(z.string()) })
type Person = z.output<typeof Person> & { id: number }

export type FollowUpBossStandIn = Awaited<ReturnType<typeof followUpBossStandIn>>

/** The API of Follow Up Boss, with one account. It recognizes people by email address or phone number, as documented. */
export async function followUpBossStandIn() {
  const state = {
    key: 'fka_0123456789abcdef',
    /** The lead flow of the source is archived. */
    isArchived: false,
    /** The next answers, instead of what the API would say. */
    next: [] as JsonAnswer[],
    people: [] as Person[],
    events: [] as z.output<typeof Event>[],
  }
  const server = await serveJson((request) => state.next.shift() ?? answerTo(state, request))
  return Object.assign(state, server, { url: `${server.origin}/v1` })
}

type State = Pick<FollowUpBossStandIn, 'key' | 'isArchived' | 'people' | 'events'>

function answerTo(state: State, { method, url, headers, body }: JsonRequest): JsonAnswer {
  if (headers['authorization'] !== `Basic ${btoa(`${state.key}:`)}`) return { status: 401, body: { errorMessage: 'Invalid API key.' } }
  const call = `${method} ${url.pathname.replace(/\d+$/, ':id')}`
  if (call === 'GET /v1/identity') return { status: 200, body: { account: { id: 1 }, user: { id: 2, name: 'Maren Holloway' } } }
  if (call === 'POST /v1/events') return addEvent(state, Event.parse(body))
  if (call === 'GET /v1/people') {
    const [email, phone] = [url.searchParams.get('email'), url.searchParams.get('phone')]
    const found = state.people.filter(({ emails, phones }) => (email ? has(emails, email) : has(phones, phone ?? '')))
    return { status: 200, body: { _metadata: { collection: 'people', total: found.length }, people: found.map(({ id }) => ({ id })) } }
  }
  if (call === 'PUT /v1/people/:id') {
    const person = state.people.find(({ id }) => url.pathname.endsWith(`/${id}`))
    if (!person) return { status: 404, body: { errorMessage: 'Person not found.' } }
    const { tags } = Tags.parse(body)
    person.tags = url.searchParams.get('mergeTags') === 'true' ? [...new Set([...person.tags, ...tags])] : tags
    return { status: 200, body: person }
  }
  return { status: 404, body: { errorMessage: 'Not found.' } }
}

function addEvent(state: State, event: z.output<typeof Event>): JsonAnswer {
  if (state.isArchived) return { status: 204 }
  state.events.push(event)
  const { emails, phones } = event.person
  const known = state.people.find(
    (person) => emails.some(({ value }) => has(person.emails, value)) || phones.some(({ value }) => has(person.phones, value)),
  )
  if (known) return { status: 200, body: known }
  const person = { id: state.people.length + 1, ...event.person }
  state.people.push(person)
  return { status: 201, body: person }
}

const has = (values: readonly { value: string }[], wanted: string) =>
  values.some(({ value }) => value.toLowerCase() === wanted.toLowerCase())
