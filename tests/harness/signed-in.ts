import { randomBytes } from 'node:crypto'
import type { Api } from '#contract/api.ts'
import { addOwner } from '#server/accounts/add-owner.ts'
import { makeSignInLink } from '#server/accounts/mailed-links/make-link.ts'
import { startSession } from '#server/accounts/sessions/start-session.ts'
import { useLink } from '#server/accounts/mailed-links/use-link.ts'
import type { App } from '#server/app.ts'
import { createClient } from '../../web/platform/api/client.ts'

export type SignedIn = {
  email: string
  accountId: string
  sessionId: string
  /** `name=value`, as a browser would send it. */
  cookie: string
  ask(path: string, init?: RequestInit): Promise<Response>
  call: Api['call']
}

/** The owner of these cards, signed in by a session of their own. */
export async function signedIn({ fetch, needs }: Pick<App, 'fetch' | 'needs'>, ...subjectIds: string[]): Promise<SignedIn> {
  const email = `owner-${randomBytes(6).toString('hex')}@example.com`
  const { settings, clock } = needs
  await needs.changes.write(async (tx) => {
    for (const subjectId of subjectIds) await addOwner(tx, { subjectId, email, name: 'Ada Winter' }, clock.now())
  })
  return signedInAs({ fetch, needs: { ...needs, settings } }, email)
}

/** Somebody who is an owner already. */
export async function signedInAs({ fetch, needs }: Pick<App, 'fetch' | 'needs'>, email: string): Promise<SignedIn> {
  const { publicUrl, productSlug } = needs.settings
  const link = await makeSignInLink(needs, email)
  if (!link) throw new Error(`Nobody has the account ${email}.`)
  const { accountId } = await useLink(needs, link.token)
  const session = await startSession(needs, { accountId, way: 'link', request: new Request(publicUrl) })
  const cookie = session.cookie.split(';')[0] ?? ''
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(new Request(new URL(path, publicUrl), { ...init, headers: { cookie, ...init.headers } }))
  const client = createClient({ slug: productSlug, fetch: (path, init) => ask(String(path), init) })
  return { email, accountId, sessionId: session.id, cookie, ask, call: client.call }
}
