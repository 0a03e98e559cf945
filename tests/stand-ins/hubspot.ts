import { z } from 'zod'
import { serveJson, type JsonAnswer, type JsonRequest } from './serve-json.ts'

const Input = z.object({ properties: z.record(z.string(), z.string()) })
const Search = z.object({
  filterGroups: z.tuple([
    z.object({ filters: z.tuple([z.object({ propertyName: z.string(), operator: z.literal('EQ'), value: z.string() })]) }),
  ]),
})
type Contact = { id: string; properties: Record<string, string> }

export type HubSpotStandIn = Awaited<ReturnType<typeof hubSpotStandIn>>

/** The contacts of HubSpot's API, with one private app. One contact per email address, as documented. */
export async function hubSpotStandIn() {
  const state = {
    token: 'pat-na1-0123-4567-89ab',
    /** The next answers, instead of what the API would say. */
    next: [] as JsonAnswer[],
    contacts: [] as Contact[],
  }
  const server = await serveJson((request) => state.next.shift() ?? answerTo(state, request))
  return Object.assign(state, server, { url: server.origin })
}

const path = '/crm/v3/objects/contacts'
const errorOf = (status: number, category: string, message: string) => ({ status, body: { status: 'error', message, category } })

function answerTo(state: Pick<HubSpotStandIn, 'token' | 'contacts'>, { method, url, headers, body }: JsonRequest): JsonAnswer {
  if (headers['authorization'] !== `Bearer ${state.token}`)
    return errorOf(401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found.')
  const call = `${method} ${url.pathname.replace(/\d+$/, ':id')}`
  if (call === `GET ${path}`) return { status: 200, body: { results: state.contacts.slice(0, 1) } }
  if (call === `POST ${path}/search`) {
    const { propertyName, value } = Search.parse(body).filterGroups[0].filters[0]
    const results = state.contacts.filter(({ properties }) => properties[propertyName] === value)
    return { status: 200, body: { total: results.length, results } }
  }
  const { properties } = Input.parse(body)
  if (call === `PATCH ${path}/:id`) {
    const contact = state.contacts.find(({ id }) => url.pathname.endsWith(`/${id}`))
    if (!contact) return errorOf(404, 'OBJECT_NOT_FOUND', 'Object not found.')
    Object.assign(contact.properties, properties)
    return { status: 200, body: contact }
  }
  if (call !== `POST ${path}`) return errorOf(404, 'NOT_FOUND', 'Not found.')
  const { email } = properties
  if (email?.endsWith('.invalid')) return errorOf(400, 'VALIDATION_ERROR', `Property values were not valid: ${email} is invalid`)
  const known = email && state.contacts.find((contact) => contact.properties['email'] === email)
  if (known) return errorOf(409, 'CONFLICT', `Contact already exists. Existing ID: ${known.id}`)
  const contact = { id: String(state.contacts.length + 101), properties }
  state.contacts.push(contact)
  return { status: 201, body: contact }
}
