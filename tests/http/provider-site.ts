import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Settings } from '#server/settings.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import type { HttpClient } from '../harness/http-client.ts'
import { identityProvider } from '../stand-ins/identity-provider.ts'
import { portOf } from './raw-http.ts'

export const csrf = { 'x-csrf': '1' }

export type ProviderSite = Awaited<ReturnType<typeof aProviderSite>>

/** An app whose accounts are at a real identity provider, and what a person does there. */
export async function aProviderSite(people: Parameters<typeof identityProvider>[1], settings: Partial<Settings> = {}) {
  /** Servers that answer in turn; empty for `app` only. */
  const inTurn: TestApp[] = []
  let turn = 0
  const server = createServer((request, response) => {
    const next = inTurn[turn++ % inTurn.length] ?? app
    next.listener(request, response)
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const publicUrl = `http://localhost:${portOf(server)}`
  const provider = await identityProvider(publicUrl, people)
  const app = await anApp({ settings: { publicUrl, trustProxy: true, ...provider.client, ...settings } })

  const isHome = ({ origin, pathname }: URL) => origin === publicUrl && !pathname.startsWith('/bff/')

  async function claims(browser: HttpClient) {
    const { response } = await browser.go(`${publicUrl}/bff/user`, { headers: csrf })
    const list = response.ok ? ((await response.json()) as { type: string; value: string }[]) : []
    return { status: response.status, ...Object.fromEntries(list.map(({ type, value }) => [type, value])) } as { status: number } & Record<
      string,
      string
    >
  }

  /** Logs in at the provider as a person would: its form, its consent, and back. */
  async function signIn(browser: HttpClient, who: string, returnUrl = '/maren/my-contacts', more: Record<string, string> = {}) {
    const at = await browser.follow(`${publicUrl}/bff/login?${new URLSearchParams({ returnUrl, ...more })}`, isHome)
    return fillIn(browser, at, who)
  }

  /** Submits the provider's forms until it redirects back. */
  async function fillIn(browser: HttpClient, from: Awaited<ReturnType<HttpClient['follow']>>, who: string) {
    let at = from
    for (let form = 0; form < 4 && at.url.origin === provider.issuer; form++) {
      const page = (await at.response?.text()) ?? ''
      const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1] ?? at.url.href
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? 'login'
      const body = new URLSearchParams({ prompt, ...(prompt === 'login' ? { login: who, password: 'any' } : {}) })
      at = await browser.follow(new URL(action, at.url), isHome, { method: 'POST', body })
    }
    return at.url
  }

  /** Logs out at the provider, with its own form. */
  async function logOutAtProvider(browser: HttpClient) {
    const page = await browser.go(`${provider.issuer}/session/end`)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await page.response.text())?.[1] ?? ''
    await browser.go(`${provider.issuer}/session/end/confirm`, { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) })
  }

  return {
    app,
    inTurn,
    provider,
    publicUrl,
    isHome,
    claims,
    signIn,
    fillIn,
    logOutAtProvider,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await app[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
}
