import { randomBytes } from 'node:crypto'
import type { Api } from '#contract/api.ts'
import { addOwner } from '#server/accounts/add-owner.ts'
import { makeSignInLink } from '#server/accounts/mailed-links/make-link.ts'
import { startSession } from '#server/accounts/sessions/start-session.ts'
import { useLink } from '#server/accounts/mailed-links/use-link.ts'
import type { App } from '#server/app.ts'
import { createClient } from '../../web/platform/api/client.ts'
import { asRequest } from './check-plans.ts'

export type SignedIn = {
  email: string
  accountId: string
  sessionId: string
  /** `name=value`, as a browser would send it. */
  cookie: string
  ask(path: string, init?: RequestInit): Promise<Response>
  call: Api['call']
}

/** The owner of these cards, with a session of their own. */
export async function signedIn({ fetch, deps }: Pick<App, 'fetch' | 'deps'>, ...subjectIds: string[]): Promise<SignedIn> {
  const email = `owner-${randomBytes(6).toString('hex')}@example.com`
  const { settings, clock } = deps
  await deps.changes.write(async (tx) => {
    for (const subjectId of subjectIds) await addOwner(tx, { subjectId, email, name: 'Ada Winter' }, clock.now())
  })
  return signedInAs({ fetch, deps: { ...deps, settings } }, email)
}

/** An existing owner. */
export async function signedInAs({ fetch, deps }: Pick<App, 'fetch' | 'deps'>, email: string): Promise<SignedIn> {
  const { publicUrl, productSlug } = deps.settings
  const link = await makeSignInLink(deps, email)
  if (!link) throw new Error(`There is no account ${email}.`)
  const { accountId } = await useLink(deps, link.token)
  const session = await startSession(deps, { accountId, loginMethod: 'link', request: new Request(publicUrl) })
  const cookie = session.cookie.split(';')[0] ?? ''
  const ask = (path: string, init: RequestInit = {}) =>
    asRequest(path, () => fetch(new Request(new URL(path, publicUrl), { ...init, headers: { cookie, ...init.headers } })))
  const client = createClient({ slug: productSlug, fetch: (path, init) => ask(String(path), init) })
  return { email, accountId, sessionId: session.id, cookie, ask, call: client.call }
}
