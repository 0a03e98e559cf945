import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { ownerPages } from '#contract/pages.ts'
import { aCard } from '../factories/cards.ts'
import { aContact } from '../factories/contacts.ts'
import { siteApp } from '../harness/site-app.ts'
import { signedIn, type SignedIn } from '../harness/signed-in.ts'
import { theSite } from '../harness/the-site.ts'

const marker = 'Treasure-9d1c'
const app = await siteApp()
let victim: SignedIn & { alias: string; subjectId: string; contactId: string }
let thief: SignedIn & { alias: string }
let site: string
beforeAll(async () => {
  site = theSite().url
  const card = await aCard(app.deps)
  const contact = await aContact(app.deps, card.id, { name: marker, notes: marker, tags: [marker] })
  await app.deps.db.execute(
    sql`insert into card_draft (subject_id, revision, fields) values (${card.id}, 1, ${JSON.stringify({ bio: marker })}::jsonb)`,
  )
  victim = { ...(await signedIn(app, card.id)), alias: card.alias, subjectId: card.id, contactId: contact.id }
  const own = await aCard(app.deps)
  thief = { ...(await signedIn(app, own.id)), alias: own.alias }
})

const load = (path: string, cookie: string, init: RequestInit = {}) =>
  fetch(site + path, { redirect: 'manual', ...init, headers: { ...(cookie ? { cookie } : {}), ...init.headers } })

const pagesOf = (alias: string, contactId: string) => [
  ...Object.values(ownerPages).map((page) => `/${alias}/${page}`),
  `/${alias}/my-contacts?q=Treasure`,
  `/${alias}/my-contacts?contact=${contactId}`,
  `/${alias}/my-contacts?export=csv`,
  `/account/edit/${alias}`,
  `/account/edit/${alias}/profile`,
  `/account/new/${alias}/photo`,
  `/account/claim/${alias}`,
  `/account/subscription?alias=${alias}`,
  `/account/privacy`,
  `/account`,
  '/admin',
  `/admin/cards?q=${alias}`,
]
const asData = (path: string) => path.replace(/(\?|$)/, '.data$1')

describe('a private page', () => {
  test('AUTH-3 shows an owner’s data to that owner only: as page, data and by id', async () => {
    expect(await (await load(`/${victim.alias}/my-contacts`, victim.cookie)).text()).toContain(marker)
    const paths = [...pagesOf(victim.alias, victim.contactId), `/${thief.alias}/my-contacts?contact=${victim.contactId}&q=Treasure-`]
    for (const path of paths.flatMap((one) => [one, asData(one)])) {
      for (const [who, cookie] of Object.entries({ thief: thief.cookie, anonymous: '' })) {
        const answer = await load(path, cookie)
        const text = (await answer.text()).replaceAll('q=Treasure-', '').replaceAll('"Treasure-"', '')
        expect(text, `${who} ${path}`).not.toContain(marker)
        expect(text, `${who} ${path}`).not.toContain(victim.email)
        expect(answer.status, `${who} ${path}`).toBeLessThan(500)
      }
    }
  })
})

test('the export requires a recent login, which returns to the list and its search', async () => {
  const exportAll = () => load(`/${victim.alias}/my-contacts?q=amara&export=csv`, victim.cookie)
  expect((await exportAll()).headers.get('location')).toBe(`/remote/api/clients/connected-clients/export-all/csv?alias=${victim.alias}`)
  await app.deps.db.execute(sql`update session set signed_in_at = signed_in_at - interval '1 hour' where id = ${victim.sessionId}`)
  const redirect = new URL((await exportAll()).headers.get('location') ?? '', site)
  expect([redirect.pathname, redirect.searchParams.get('prompt')]).toEqual(['/bff/login', 'login'])
  const login = (await load(redirect.pathname + redirect.search, victim.cookie)).headers.get('location') ?? ''
  expect(await (await load(login, victim.cookie)).text()).toContain('To protect your contacts, log in again to export.')
  const back = redirect.searchParams.get('returnUrl') ?? ''
  expect(back).toBe(`/${victim.alias}/my-contacts?q=amara&export=again`)
  const page = await load(back, victim.cookie, { headers: { 'accept-language': 'ro' } })
  expect(await page.text()).toContain('Te-ai autentificat din nou.')
})

test('no URL of this site redirects to another: slashes, dots, return parameters', async () => {
  const evil = [
    '//evil.example',
    '/.//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https:evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/a/..//evil.example',
  ]
  const paths = [
    '//evil.example',
    '//evil.example/',
    '//evil.example/home',
    '///evil.example',
    '//evil.example/%2e%2e',
    '/.//evil.example/',
    '/%2e%2e//evil.example',
    '//evil.example/my-contacts',
    ...evil.flatMap((trap) => {
      const word = encodeURIComponent(trap)
      return [
        `/${victim.alias}/login?from=${word}`,
        `/${victim.alias}/login?from=${encodeURIComponent('/ok')}&sharePayload=${word}`,
        `/account/login?returnUrl=${word}`,
        `/account/link?returnUrl=${word}&token=${'x'.repeat(43)}`,
        `/account/sign-up?returnUrl=${word}`,
        `/${victim.alias}?from=${word}&redirect_url=${word}&sharePayload=${word}`,
        `/account/subscription?alias=${word}&redirect_url=${word}`,
      ]
    }),
  ]
  for (const path of paths) {
    for (const cookie of ['', victim.cookie]) {
      const { status, headers } = await requestRaw(path, cookie)
      const location = headers['location']
      expect(status, path).toBeLessThan(500)
      if (location === undefined) continue
      const redirect = new URL(location, site)
      expect([redirect.origin, new URL(redirect.pathname + redirect.search, site).origin], `${path} to ${location}`).toEqual([site, site])
    }
  }
})

/** As raw bytes: fetch would normalize the path. */
async function requestRaw(path: string, cookie: string) {
  const { request } = await import('node:http')
  return new Promise<{ status: number; headers: Record<string, string | string[] | undefined> & { location?: string | undefined } }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(site)
      request({ hostname, port, path, headers: cookie ? { cookie } : {} }, (answer) => {
        answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }))
      })
        .on('error', reject)
        .end()
    },
  )
}
