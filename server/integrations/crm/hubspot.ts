import { readCrmAnswer, type Crm, type CrmEvent } from '../crm.ts'
import type { ReceiverClient } from '../receiver-client.ts'

type Options = { base: string; call: ReceiverClient }

/** HubSpot has one contact per email address. Those without are looked up by phone number. */
export function createHubSpot({ base, call }: Options): Crm {
  const url = `${base}/crm/v3/objects/contacts`
  const request = async (key: string, method: 'GET' | 'POST' | 'PATCH', path: string, body?: string) => {
    const headers = { authorization: `Bearer ${key}` }
    return readCrmAnswer(await call(`${url}${path}`, { method, headers, secrets: [key], key, ...(body === undefined ? {} : { body }) }))
  }

  const writeBody = ({ contact }: CrmEvent) => {
    const { name, lastName, fullName, emailAddress, phoneNumber, companyName, title, address, city, state, zip, notes } = contact
    const properties = {
      firstname: name || fullName,
      lastname: lastName,
      email: emailAddress,
      phone: phoneNumber,
      company: companyName,
      jobtitle: title,
      address,
      city,
      state,
      zip,
      message: notes,
    }
    // Fields that are empty here are left unchanged there.
    return JSON.stringify({ properties: Object.fromEntries(Object.entries(properties).filter(([, value]) => value)) })
  }

  return {
    url,
    writeBody,
    async send(key, event) {
      const body = writeBody(event)
      const { emailAddress, phoneNumber } = event.contact
      if (!emailAddress && phoneNumber) {
        const filter = { propertyName: 'phone', operator: 'EQ', value: phoneNumber }
        const query = { filterGroups: [{ filters: [filter] }], properties: ['phone'], limit: 1 }
        const found = await request(key, 'POST', '/search', JSON.stringify(query))
        if ('pausedSeconds' in found || found.status !== 200) return found
        const [, id] = /"results":\s*\[\s*\{\s*"id":\s*"(\d+)"/.exec(found.answer) ?? []
        if (id !== undefined) return request(key, 'PATCH', `/${id}`, body)
      }
      const created = await request(key, 'POST', '', body)
      const [, existing] = ('status' in created && created.status === 409 && /Existing ID: (\d+)/.exec(created.answer)) || []
      return existing === undefined ? created : request(key, 'PATCH', `/${existing}`, body)
    },
    check: (key) => request(key, 'GET', '?limit=1&properties=hs_object_id'),
  }
}
