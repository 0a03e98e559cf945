import { readCrmAnswer, type Crm, type CrmAnswer, type CrmEvent } from '../crm.ts'
import { headerText, type ReceiverClient, type ReceiverPause } from '../receiver-client.ts'

type Options = { base: string; call: ReceiverClient; system: string; systemKey: string }

/** No call is made. */
const notNeeded: CrmAnswer = { status: 200, tookMs: 0, answer: '', reason: null, retryAfterSeconds: null }

/** Follow Up Boss recognizes people by email address, or by phone number and name. */
export function createFollowUpBoss({ base, call, system, systemKey }: Options): Crm {
  const request = async (key: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: string) => {
    const basic = Buffer.from(`${key}:`).toString('base64')
    const headers = {
      authorization: `Basic ${basic}`,
      'x-system': headerText(system),
      ...(systemKey && { 'x-system-key': systemKey }),
    }
    const secrets = [key, basic]
    return readCrmAnswer(await call(`${base}/${path}`, { method, headers, secrets, key, ...(body === undefined ? {} : { body }) }))
  }

  /** Adds the labels. Null: the person isn’t there. An event would start the automations for a new inquiry once more. */
  const updatePerson = async (key: string, event: CrmEvent): Promise<CrmAnswer | ReceiverPause | null> => {
    // An edit doesn’t change the person there, who was sent as the contact was before.
    const identities = [event.contact.original ?? [], event.contact].flat().filter((one) => one.emailAddress || one.phoneNumber)
    // Can’t be found, and another inquiry would add another person.
    if (identities.length === 0) return notNeeded
    for (const { emailAddress: email = '', phoneNumber: phone = '' } of identities) {
      const query = new URLSearchParams({ ...(email ? { email } : { phone }), fields: 'id', limit: '1' })
      const found = await request(key, 'GET', `people?${query}`)
      if ('pausedSeconds' in found || found.status !== 200) return found
      const [, id] = /"people":\s*\[\s*\{\s*"id":\s*(\d+)/.exec(found.answer) ?? []
      if (id === undefined) continue
      const updated = await request(key, 'PUT', `people/${id}?mergeTags=true`, writeBody(event))
      return 'status' in updated && updated.status === 404 ? null : updated
    }
    return null
  }

  const writeInquiry = ({ contact }: CrmEvent) => {
    const { name, lastName, fullName, emailAddress, phoneNumber, address, city, state, zip, notes, tags = [] } = contact
    const person = {
      firstName: name || fullName,
      lastName,
      ...(emailAddress && { emails: [{ value: emailAddress }] }),
      ...(phoneNumber && { phones: [{ value: phoneNumber }] }),
      ...((address || city || state || zip) && { addresses: [{ type: 'home', street: address, city, state, code: zip }] }),
      tags,
    }
    return JSON.stringify({ source: system, system, type: 'General Inquiry', ...(notes && { message: notes }), person })
  }

  const writeBody = (event: CrmEvent) => (event.isNew ? writeInquiry(event) : JSON.stringify({ tags: event.contact.tags ?? [] }))

  return {
    url: `${base}/events`,
    writeBody,
    async send(key, event) {
      const updated = event.isNew ? null : await updatePerson(key, event)
      if (updated) return updated
      const answer = await request(key, 'POST', 'events', writeInquiry(event))
      // Accepted, but ignored: someone archived the source there.
      return 'status' in answer && answer.status === 204 ? { ...answer, attention: 'source' } : answer
    },
    check: (key) => request(key, 'GET', 'identity'),
  }
}
