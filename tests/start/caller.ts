import { pathTo } from '#common/path-to.ts'
import { anEntry } from '../factories/contacts.ts'
import { solveCaptcha } from '../harness/solve-captcha.ts'
import { createClient } from '../../web/platform/api/client.ts'

const reCaptchaAction = 'carte/connect_client'

/** A browser at one server: a visitor’s, or with a cookie an owner’s. */
export function callerAt(url: string, headers: Record<string, string> = {}) {
  const { call } = createClient({
    slug: 'carte',
    fetch: (path, init) => fetch(`${url}${String(path)}`, { ...init, headers: { ...headers, ...init?.headers } }),
  })
  return {
    call,
    /** Submits a contact with a solved captcha. */
    async submitContact(alias: string, name: string) {
      const challenge = await call('contacts.challenge', { query: { alias, action: reCaptchaAction } })
      const reCaptchaResponse = await solveCaptcha(challenge)
      return call('contacts.submit', { input: anEntry({ alias, name, reCaptchaResponse, reCaptchaAction }) })
    },
    /** Drafts this title and publishes it. */
    async publishTitle(alias: string, title: string) {
      const { draft } = await call('cards.editor', { params: { alias } })
      const { revision } = await call('cards.saveDraft', { input: { alias, revision: draft.revision, changes: { title }, removed: [] } })
      await call('cards.publishDraft', { input: { alias, revision } })
    },
    async names(): Promise<string[]> {
      const { results } = await call('contacts.search', { params: { page: 1, pageSize: 100, tag: 'none' }, input: { SearchFor: '' } })
      return results.map(({ name }) => name).toSorted()
    },
    /** Logs in with a one-time link and returns the cookie. */
    async signIn(token: string): Promise<string> {
      const answer = await fetch(`${url}${pathTo('accounts.useLink')}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf': '1' },
        body: JSON.stringify({ token }),
      })
      return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    },
  }
}
