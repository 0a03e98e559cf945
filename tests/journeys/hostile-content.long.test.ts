import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { App } from '#server/app.ts'
import { cardHref, cardPages, ownerHref, sideHref, type CardPage } from '#contract/pages.ts'
import { aCard } from '../factories/cards.ts'
import { aContact } from '../factories/contacts.ts'
import { aMenuItem, aReview } from '../factories/drafts.ts'
import { siteApp, openSiteApp } from '../harness/site-app.ts'
import { signedIn, type SignedIn } from '../harness/signed-in.ts'
import { aVisitor, hydrate, type Visitor } from '../harness/visitor.ts'

/** A script URL, and markup that breaks out of any context: one text for every field. */
const hostile = `java\tscript:hostile()//'"><script>hostile()</script><img src=x onerror=hostile()>\u2028</style></title></textarea>{{hostile()}}`

let alias: string
let owner: SignedIn
/** The number of columns that contain it. */
let filledCount = 0

/** As in old rows, or rows that were changed without the server's validation. */
beforeAll(async () => {
  const app = await siteApp()
  const card = await aCard(app.deps, {
    services: [1, 6, 15, 26].map((gradeServiceId) => ({ gradeServiceId, directLink: 'https://harborpine.example/' })),
  })
  alias = card.alias
  owner = await signedIn(app, card.id)
  await aContact(app.deps, card.id, { name: hostile, lastName: hostile, notes: hostile, title: hostile, companyName: hostile })
  filledCount = await fillColumns(app, card.id)
  await app.deps.changes.write(async (_, notify) => notify(`card:${card.id}`))
})

const skippedColumns = new Set(['id', 'key', 'alias', 'subject_id', 'plan_code', 'state', 'provider', 'kind', 'revision'])

/** Writes it into every text column that accepts it, and returns their number. */
async function fillColumns({ deps: { db } }: Pick<App, 'deps'>, subjectId: string): Promise<number> {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    where c.table_schema = current_schema() and c.data_type = 'text' and c.is_generated = 'NEVER' and c.table_name in (
      'subject', 'subject_service', 'subject_component', 'subject_version', 'contact')`)
  const lists = {
    menus: [aMenuItem({ route: hostile, label: hostile, cssClass: hostile, seoTitle: hostile, seoDescription: hostile })],
    reviews: [aReview({ source: hostile, title: hostile, review: hostile, reviewer: hostile, show: true })],
    settings: { tagLine: { show: true, text: hostile }, licenseNumber: { show: true, number: hostile } },
  }
  let columns = 0
  for (const { table, column } of rows.filter((one) => !skippedColumns.has(one.column))) {
    const owned = table === 'subject' ? sql`id = ${subjectId}` : sql`subject_id = ${subjectId}`
    await db.execute(sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${hostile} where ${owned}`).then(
      ({ rowCount }) => (columns += Number((rowCount ?? 0) > 0)),
      () => {},
    )
  }
  for (const [column, value] of Object.entries(lists))
    await db.execute(sql`update subject set ${sql.identifier(column)} = ${JSON.stringify(value)}::jsonb where id = ${subjectId}`)
  await db.execute(
    sql`update subject set bio = ${`${hostile} [click](javascript:hostile()) [call](tel:${hostile})`} where id = ${subjectId}`,
  )
  return columns
}

/** Runs in the page: elements that could run a script, and links to unexpected addresses. */
function findTraps(): string[] {
  const allowed = new Set(['https:', 'http:', 'mailto:', 'tel:', 'sms:', 'data:', 'blob:', 'intent:'])
  const markupOf = (element: Element) => element.outerHTML.slice(0, 160)
  const traps: string[] = []
  if (Reflect.has(window, 'wasRun')) traps.push('It ran.')
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on')) traps.push(`${name}: ${markupOf(element)}`)
      if (!/^(href|src|action|formaction|poster|data|xlink:href)$/.test(name)) continue
      const url = URL.parse(value, document.baseURI)
      const mayBeData = element.localName === 'img' || element.localName === 'link'
      if (!url || !allowed.has(url.protocol) || (url.protocol === 'data:' && !mayBeData)) traps.push(`${name}: ${markupOf(element)}`)
    }
    if (element.matches('iframe[srcdoc], object, embed, base, meta[http-equiv]')) traps.push(markupOf(element))
    if (element.localName === 'script' && element.textContent?.includes('hostile') && !element.getAttribute('type')?.includes('json'))
      if (/<\/?script/i.test(element.textContent)) traps.push(markupOf(element))
    if (element instanceof HTMLAnchorElement && element.target === '_blank' && element.host !== location.host)
      if (!element.relList.contains('noopener') && !element.relList.contains('noreferrer')) traps.push(`rel: ${markupOf(element)}`)
  }
  return traps
}

async function trapsOn({ page, open }: Visitor, path: string): Promise<string[]> {
  const traps: string[] = []
  await open(path)
  traps.push(...(await page.evaluate(findTraps)))
  if (await page.locator('script[data-entry]').count()) await hydrate(page)
  traps.push(...(await page.evaluate(findTraps)))
  return traps.map((trap) => `${path} ${trap}`)
}

const watchForScript = (page: Page) => page.addInitScript(() => Reflect.set(window, 'hostile', () => Reflect.set(window, 'wasRun', true)))

test('no visitor page runs a card’s stored scripts or links to them', async () => {
  expect(filledCount).toBeGreaterThan(40)
  await using visitor = await aVisitor({ on: 'desktop', reducedMotion: 'reduce' })
  await watchForScript(visitor.page)
  const pages = (Object.keys(cardPages) as CardPage[]).map((page) => cardHref({ alias }, page))
  for (const path of [...pages, sideHref(alias, 'letsConnect'), sideHref(alias, 'install'), sideHref(alias, 'login')])
    expect(await trapsOn(visitor, path)).toEqual([])
})

test('no owner page does: contacts, account, editor, preview, signature', async () => {
  await using visitor = await aVisitor({ on: 'desktop', reducedMotion: 'reduce' })
  await watchForScript(visitor.page)
  await visitor.setSession(owner.cookie)
  const pages = [
    ownerHref(alias, 'myContacts'),
    ownerHref(alias, 'myAccount'),
    sideHref(alias, 'emailSignature'),
    `/account/edit/${alias}`,
    `${cardHref({ alias }, 'home')}?preview=on`,
  ]
  for (const path of pages) expect(await trapsOn(visitor, path)).toEqual([])
})

test('no file does: contact file, manifest, JSON, spreadsheet', async () => {
  const ask = async (path: string) => {
    const answer = await owner.ask(path)
    return { text: await answer.text(), type: answer.headers.get('content-type') ?? '', status: answer.status }
  }
  await using app = await openSiteApp({ pages: true })
  owner.ask = (path) => app.fetch(new Request(new URL(path, app.deps.settings.publicUrl), { headers: { cookie: owner.cookie } }))
  const vCard = await ask(`/api/public/client/${alias}/v-card/latest`)
  expect(vCard.text.match(/^BEGIN:VCARD\r$/gm)).toHaveLength(1)
  expect(vCard.text).not.toMatch(/[\u2028\u2029]|^(item\d+\.)?URL.*script:/m)
  const manifest = await ask(`/${alias}/manifest.webmanifest`)
  expect([manifest.type, (JSON.parse(manifest.text) as { start_url: string }).start_url]).toEqual([
    'application/manifest+json; charset=utf-8',
    `/${alias}/home?source=pwa`,
  ])
  const json = await ask(`/remote/api/public/e-card-by-alias/${alias}`)
  expect(json.type).toBe('application/json; charset=utf-8')
  const table = await ask(`/remote/api/clients/connected-clients/export-all/csv?alias=${alias}`)
  expect(table.status).toBe(200)
})
