import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { addOwner } from '#server/accounts/add-owner.ts'
import { makeInvitation } from '#server/accounts/sign-up/make-invitation.ts'
import { insertIdentity } from '#server/accounts/account-store.ts'
import { makeSetupLink } from '#server/accounts/sign-up/make-setup-link.ts'
import { aCard } from '../factories/cards.ts'
import type { TestApp } from '../harness/app.ts'
import { readOutbox } from '../harness/outbox.ts'
import { anHttpClient, type HttpClient } from '../harness/http-client.ts'
import { aProviderSite, csrf, type ProviderSite } from './provider-site.ts'

const people = {
  maren: { email: 'maren@provider.example', email_verified: true, name: 'Maren Holloway' },
  guest: { email: 'guest@provider.example', email_verified: true, name: 'Guest' },
  rival: { email: 'rival@provider.example', email_verified: true, name: 'Rival' },
  first: { email: 'first@provider.example', email_verified: true, name: 'First' },
}

let site: ProviderSite
let app: TestApp
beforeAll(async () => {
  site = await aProviderSite(people, { signUp: 'invited' })
  app = site.app
})
afterAll(() => site[Symbol.asyncDispose]())

describe('ACCOUNT-6 where only invited people can sign up', () => {
  const accountOf = async (email: string) =>
    (await app.deps.db.execute<{ is_operator: boolean }>(sql`select is_operator from account where email = ${email}`)).rows[0]
  const pathOf = async (who: string, more: Record<string, string> = {}) => {
    const browser = anHttpClient()
    const { pathname, search } = await site.signIn(browser, who, '/account', more)
    return { path: pathname + search, status: (await site.claims(browser)).status }
  }

  test('a first login creates no account, and one that exists logs in', async () => {
    expect(await pathOf('guest')).toEqual({ path: '/account/login?problem=sign-up-invited', status: 401 })
    expect(await pathOf('guest', { invitation: 'x' })).toEqual({ path: '/account/login?problem=invitation-used', status: 401 })
    expect(await accountOf(people.guest.email)).toBeUndefined()
    const { id: subjectId } = await aCard(app.deps)
    await app.deps.changes.write((tx) => addOwner(tx, { subjectId, email: people.maren.email }, app.deps.clock.now()))
    expect(await pathOf('maren')).toEqual({ path: '/account', status: 200 })
  })

  test('an invitation survives the detour to the provider, and is used once', async () => {
    const { id, token } = await makeInvitation(app.deps.db, { note: '', maxUses: 1, days: 7 }, app.deps.clock.now())
    // Another login of the same browser does not carry it.
    const browser = anHttpClient()
    const isAtProvider = ({ origin }: URL) => origin === site.provider.issuer
    const at = await browser.follow(
      `${site.publicUrl}/bff/login?${new URLSearchParams({ returnUrl: '/account', invitation: token })}`,
      isAtProvider,
    )
    expect((await site.signIn(browser, 'rival')).search).toBe('?problem=sign-up-invited')
    await site.logOutAtProvider(browser)
    const again = await browser.follow(at.url, site.isHome)
    expect((await site.fillIn(browser, again, 'guest')).pathname).toBe('/account')
    expect([await accountOf(people.guest.email), await accountOf(people.rival.email)]).toEqual([{ is_operator: false }, undefined])
    expect(await pathOf('rival', { invitation: token })).toEqual({ path: '/account/login?problem=invitation-used', status: 401 })
    const { rows } = await app.deps.db.execute(sql`select uses from invitation where id = ${id}`)
    expect(rows).toEqual([{ uses: 1 }])
  })

  describe('the setup link', () => {
    const makeCode = async () => (await makeSetupLink(app.deps))?.split('#')[1] ?? expect.fail('there is an administrator')
    const startSetup = async (browser: HttpClient, setupCode: string) => {
      const headers = { ...csrf, 'content-type': 'application/json' }
      const body = JSON.stringify({ setupCode, returnUrl: '/account' })
      const { response } = await browser.go(`${site.publicUrl}/bff/start-setup`, { method: 'POST', headers, body })
      const answer = (await response.json()) as { address?: string }
      return { status: response.status, address: answer.address ?? '' }
    }
    const goOn = async (browser: HttpClient, address: string, who: string) => {
      const { pathname, search } = await site.fillIn(browser, await browser.follow(address, site.isHome), who)
      return { path: pathname + search, status: (await site.claims(browser)).status }
    }
    const rejected = { path: '/account/login?problem=setup-link-used', status: 401 }
    const cookieName = (browser: HttpClient) => browser.names(new URL(site.publicUrl).host).find((name) => name.includes('login-')) ?? ''
    const pendingOf = (browser: HttpClient) =>
      JSON.parse(Buffer.from(browser.cookie(new URL(site.publicUrl).host, cookieName(browser)) ?? '', 'base64url').toString()) as {
        setupProof?: string
      }

    test('a wrong one starts no login, and guesses are limited', async () => {
      await makeCode()
      const browser = anHttpClient()
      const statuses: number[] = []
      for (let guess = 0; guess < 31; guess++) statuses.push((await startSetup(browser, 'AAAA-AAAA-AAAA-AAAA')).status)
      expect([new Set(statuses.slice(0, 30)), statuses[30], cookieName(browser)]).toEqual([new Set([410]), 429, ''])
    })

    test('a replaced one, or the proof of another login, makes no administrator', async () => {
      const code = await makeCode()
      const [browser, other] = [anHttpClient(), anHttpClient()]
      const { address } = await startSetup(browser, code)
      const { setupProof } = pendingOf(browser)
      expect(setupProof).toMatch(/^[\w-]{43}$/)
      expect(JSON.stringify(pendingOf(browser))).not.toContain(code.slice(0, 4))

      const { url } = await other.follow(
        `${site.publicUrl}/bff/login?returnUrl=%2Faccount`,
        ({ origin }) => origin === site.provider.issuer,
      )
      const forged = Buffer.from(JSON.stringify({ ...pendingOf(other), setupProof })).toString('base64url')
      other.put(new URL(site.publicUrl).host, cookieName(other), forged)
      expect(await goOn(other, url.href, 'first')).toEqual(rejected)

      await makeCode()
      expect(await goOn(browser, address, 'first')).toEqual(rejected)
      expect(await accountOf(people.first.email)).toBeUndefined()
    })

    test('makes the first administrator', async () => {
      const browser = anHttpClient()
      const { address } = await startSetup(browser, await makeCode())
      expect(await goOn(browser, address, 'first')).toEqual({ path: '/account', status: 200 })
      expect(await accountOf(people.first.email)).toEqual({ is_operator: true })
    })

    test('makes the linked account the administrator, whatever its email there', async () => {
      await app.deps.db.execute(sql`update account set is_operator = false, email = 'before@elsewhere.example'
        where email = ${people.first.email}`)
      // Logins of others end as with a password.
      const { rows } = await app.deps.db.execute<{ id: string }>(sql`
        update account set password_hash = 'x' where email = 'before@elsewhere.example' returning id`)
      const accountId = rows[0]?.id ?? ''
      await insertIdentity(app.deps.db, { issuer: 'https://id.example', subject: 'x', accountId, createdAt: new Date() })
      await app.deps.db.execute(
        sql`insert into account_leaving (account_id, asked_at, goes_at) values (${accountId}, now(), now() + interval '14 days')`,
      )
      const browser = anHttpClient()
      const { address } = await startSetup(browser, await makeCode())
      expect(await goOn(browser, address, 'first')).toEqual({ path: '/account', status: 200 })
      expect([await accountOf('before@elsewhere.example'), await accountOf(people.first.email)]).toEqual([{ is_operator: true }, undefined])
      const left = await app.deps.db.execute(sql`
        select password_hash, (select array_agg(issuer) from account_identity where account_id = ${accountId}) as issuers,
          (select count(*)::int from account_leaving) as deletions from account where id = ${accountId}`)
      expect(left.rows).toEqual([{ password_hash: null, issuers: [site.provider.issuer], deletions: 0 }])
      await app.deps.jobs.settle()
      const mail = (await readOutbox(app.settings.dataDir)).filter((text) => text.includes('before@elsewhere.example'))
      expect(mail).toEqual([expect.stringContaining('setup link was used')])
      expect(mail[0]).not.toContain('/account/forgot')
    })
  })
})
