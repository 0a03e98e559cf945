import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerPages } from '#contract/pages.ts'
import { accounts } from '#server/accounts/tables.ts'
import { newId } from '#server/database/new-id.ts'
import { places, placeHref } from '../../web/features/admin/admin-places.ts'
import { aCard } from '../factories/cards.ts'
import { aContact } from '../factories/contacts.ts'
import { savePicture } from '../factories/pictures.ts'
import { siteApp } from '../harness/site-app.ts'
import { eventually } from '../harness/eventually.ts'
import { signedIn, signedInAs, type SignedIn } from '../harness/signed-in.ts'
import { theSite } from '../harness/the-site.ts'
import { aVisitor, type Visitor } from '../harness/visitor.ts'
import { readCatalog, checksumOf } from '../http/isolation/owned-rows.ts'

/** A form as rendered, filled in and ready to be submitted by one of its buttons. */
export type RenderedForm = { key: string; action: string; isMultipart: boolean; fields: [string, string][]; files: string[] }

type Victim = SignedIn & { alias: string; contactId: string; subjectId: string }

const app = await siteApp()
const portrait = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#1f533f' } })
  .png()
  .toBuffer()
let site: string
let reader: Visitor
let thief: SignedIn & { alias: string }
let catalog: Awaited<ReturnType<typeof readCatalog>>
let checkedTables: string[]
beforeAll(async () => {
  site = theSite().url
  reader = await aVisitor()
  const own = await aCard(app.deps)
  thief = { ...(await signedIn(app, own.id)), alias: own.alias }
  catalog = await readCatalog(app.deps.db)
  const tables = new Set(catalog.map(({ table }) => table))
  checkedTables = [...tables].filter((table) => !counted.test(table)).toSorted()
})
afterAll(() => reader[Symbol.asyncDispose]())

/** Tables that count attempts or deliveries and contain no data of an owner. */
const counted = /^(limit_window|visit_\w+|mail_count|spent|migration)$/

/** A checksum of all rows, without times of activity. Of sessions only their existence counts. */
async function checksumAll(): Promise<string> {
  const each = checkedTables.map((table) => {
    const hasActivity = catalog.some((one) => one.table === table && one.column === 'last_active_at')
    const row = table === 'session' ? 'x.id::text' : hasActivity ? `(to_jsonb(x) - 'last_active_at')::text` : '(x.*)::text'
    return sql.raw(`select '${table}' as t, count(*) as rows, sum(hashtextextended(${row}, 0)::numeric) as sum from ${table} x`)
  })
  const { rows } = await app.deps.db.execute(sql`${sql.join(each, sql` union all `)} order by t`)
  return rows.map((row) => `${row['t']} ${row['rows']} ${row['sum']}`).join('\n')
}

/** An owner and administrator with an item in every list that has buttons. */
async function aVictim(): Promise<Victim> {
  const { db } = app.deps
  const card = await aCard(app.deps, { settings: { connectClientsSetting: { applyTags: 'Fair,Open house' } } })
  const contact = await aContact(app.deps, card.id, { tags: ['Fair'] })
  const owner = await signedIn(app, card.id)
  await db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, owner.accountId))
  // A new administrator logs in again.
  const again = await signedInAs(app, owner.email)
  await signedInAs(app, owner.email)
  const [passkey, report] = [randomUUID(), newId(Date.now())]
  const name = card.alias
  await db.execute(
    sql`insert into passkey (account_id, id, credential_id, public_key, name) values (${owner.accountId}, ${passkey}, ${passkey}, '\\x00', 'Phone')`,
  )
  await db.execute(sql`delete from abuse_report`)
  await db.execute(sql`delete from blocked_host`)
  await db.execute(sql`delete from reserved_alias where note = 'kept'`)
  await db.execute(
    sql`insert into abuse_report (subject_id, id, submission_id, created_at, kind, words) values (${card.id}, ${report}, ${report}, now(), 'fraud', 'A trick')`,
  )
  await app.deps.changes.write((tx) => savePicture(app.deps, tx, card.id, 'profile', portrait))
  await db.execute(
    sql`insert into taken_picture (subject_id, kind, revision, width, height, bytes, has_alpha, created_at)
    values (${card.id}, 'profile', 'ba9876543210', 1, 1, 1, false, now())`,
  )
  await db.execute(sql`insert into blocked_host (host, note, created_at) values (${`${name}.example`}, '', now())`)
  await db.execute(sql`insert into reserved_alias (name, note) values (${`kept-${name}`}, 'kept')`)
  return { ...again, alias: card.alias, contactId: contact.id, subjectId: card.id }
}

const pagesOf: [string, (of: { alias: string; contactId: string }) => string][] = [
  ...Object.values(ownerPages).map((page): [string, (of: { alias: string }) => string] => [page, ({ alias }) => `/${alias}/${page}`]),
  ['an open contact', ({ alias, contactId }) => `/${alias}/my-contacts?contact=${contactId}`],
  ['account', () => '/account'],
  ['privacy', () => '/account/privacy'],
  ['subscription', ({ alias }) => `/account/subscription?alias=${alias}`],
  ['the editor', ({ alias }) => `/account/edit/${alias}`],
  ['a new card', () => '/account/new'],
  ...places.map(({ path }): [string, () => string] => [`admin${path}`, () => placeHref(path)]),
  ['admin/cards/…', ({ alias }) => `/admin/cards/${alias}`],
  ...['new', 'plan', 'down'].map((dialog): [string, (of: { alias: string }) => string] => [
    `admin/cards with the dialog ${dialog}`,
    ({ alias }) => `/admin/cards?dialog=${dialog}&card=${alias}`,
  ]),
  ...['remove', 'down', 'away', 'back'].map((dialog): [string, (of: { alias: string }) => string] => [
    `admin/cards/… with the dialog ${dialog}`,
    ({ alias }) => `/admin/cards/${alias}?dialog=${dialog}`,
  ]),
  ['admin/cards/… permissions', ({ alias }) => `/admin/cards/${alias}/permissions`],
  ['admin/cards/… to set a plan', ({ alias }) => `/admin/cards/${alias}/plan?dialog=set`],
  ['admin/releases/tour', () => '/admin/releases/tour'],
]

async function renderedForms(by: Victim, path: string): Promise<RenderedForm[]> {
  const answer = await fetch(site + path, { headers: { cookie: by.cookie } })
  expect(answer.status, path).toBe(200)
  const unlike = `new-${randomUUID().slice(0, 8)}`
  const words = {
    confirm: by.email,
    email: `${unlike}@example.com`,
    url: `https://${unlike}.example`,
    host: `${unlike}.example`,
    name: unlike,
    alias: unlike,
    word: by.alias,
    what: 'profile',
    number: '45',
    tel: '(207) 555-0142',
    date: '2037-01-01',
  }
  return reader.page.evaluate(fillAndRead, { html: await answer.text(), words })
}

async function send(form: RenderedForm, path: string, { cookie, origin = site }: { cookie: string; origin?: string }): Promise<number> {
  const at = new URL(form.action || path, new URL(path, site))
  const parts = new FormData()
  for (const [name, value] of form.fields) parts.append(name, value)
  for (const name of form.files) parts.append(name, new File(['alias;fullName\nimported-one;Anna\n'], 'cards.csv', { type: 'text/csv' }))
  const body = form.isMultipart ? parts : new URLSearchParams(form.fields)
  const answer = await fetch(at, { method: 'POST', redirect: 'manual', body, headers: { origin, ...(cookie ? { cookie } : {}) } })
  await answer.arrayBuffer()
  return answer.status
}

/** Waits for work of earlier pages, which would change rows concurrently. */
const waitForJobs = () =>
  eventually(async () => {
    const { rows } = await app.deps.db.execute<{ busy: number }>(
      sql`select count(*)::int as busy from jobs.job where state in ('created', 'retry', 'active') and start_after <= now()`,
    )
    expect(rows[0]?.busy).toBe(0)
  })

/** Calls that change no row of an owner. */
const changesNoRow: Record<string, string> = {
  archive: 'leads to the download',
  dismiss: 'is kept in a cookie on the device',
  address: 'the first step to a new card, which leads to the second',
}

const tried = new Set<string>()
test.each(pagesOf)(
  'forms of %s are rejected from others and other sites, and work for the owner',
  { timeout: 180_000 },
  async (_, pathOf) => {
    const first = await aVictim()
    // Each kind of form is tried once: list rows repeat forms, and rows of other tests come and go.
    const kinds = new Set((await renderedForms(first, pathOf(first))).map(({ key }) => key))
    for (const kind of kinds) {
      const victim = await aVictim()
      const path = pathOf(victim)
      const form = (await renderedForms(victim, path)).find(({ key }) => key === kind)
      if (!form) throw new Error(`${path} no longer renders ${kind}.`)
      const formLabel = `${path} ${form.key}`
      await waitForJobs()
      let before = await checksumAll()
      for (const who of [{ cookie: thief.cookie }, { cookie: '' }, { cookie: victim.cookie, origin: 'https://evil.example' }]) {
        expect(await send(form, path, who), formLabel).toBeLessThan(500)
      }
      expect(await checksumAll(), formLabel).toBe(before)
      // The sender's own page with another owner's ids in the form. It may change the sender's rows.
      const theirs = await checksumOf(app.deps.db, catalog, victim)
      expect(await send(form, path.replace(victim.alias, thief.alias), thief), formLabel).toBeLessThan(500)
      expect(await checksumOf(app.deps.db, catalog, victim), formLabel).toBe(theirs)
      before = await checksumAll()
      expect(await send(form, path, victim), formLabel).toBeLessThan(400)
      const intent = form.fields.find(([name]) => name === 'intent')?.[1] ?? ''
      expect((await checksumAll()) !== before, formLabel).toBe(!(intent in changesNoRow))
      tried.add(intent)
      // Other tests expect that no setting is changed.
      if (intent === 'save') await victim.call('admin.changeSettings', { input: { settings: [{ name: 'TILES_ATTRIBUTION', value: '' }] } })
    }
  },
)

test('the forms existed and were tried', () => {
  const ofOwners =
    'enabled desktopEnabled timeout label-add label-remove session-end passkey-remove create labels note erase archive leave address'
  const ofOperators = 'import close add remove down downs away back bill plan plans new rights experiments publish save'
  expect([...tried]).toEqual(expect.arrayContaining([...ofOwners.split(' '), ...ofOperators.split(' ')]))
})

/**
 * Runs in the page: what a browser would send for each button of each form that writes. Fields get new values, some of them from
 * `words`.
 */
function fillAndRead({ html, words }: { html: string; words: Record<string, string> }): RenderedForm[] {
  function fill(field: Element) {
    if (field instanceof HTMLTextAreaElement) field.value = 'Written again'
    // Settings must fit together: one that takes any text and no page shows.
    const fieldName = field.getAttribute('name') ?? ''
    if (/^[A-Z_]{4,}/.test(fieldName) && fieldName !== 'TILES_ATTRIBUTION') return
    if (field instanceof HTMLSelectElement) field.selectedIndex = field.selectedIndex === field.length - 1 ? 0 : field.length - 1
    if (!(field instanceof HTMLInputElement) || field.type === 'hidden' || field.type === 'file') return
    if (field.type === 'checkbox') field.checked = !field.checked
    else if (field.type === 'radio') field.checked = true
    else field.value = words[field.name] ?? words[field.type] ?? (/numeric|decimal/.test(field.inputMode) ? '45' : 'Written again')
  }
  return [...new DOMParser().parseFromString(html, 'text/html').forms].flatMap((form) => {
    if (form.method !== 'post') return []
    for (const field of form.elements) fill(field)
    const buttons = [...form.elements].filter((one) => one instanceof HTMLButtonElement && one.type === 'submit' && !one.disabled)
    return buttons.map((button) => {
      const sent = [...new FormData(form, button as HTMLButtonElement)]
      const fields = sent.flatMap(([name, value]): [string, string][] => (typeof value === 'string' ? [[name, value]] : []))
      const meant = fields.find(([name]) => name === 'intent' || name === 'act')?.[1] ?? ''
      return {
        key: `${meant}: ${fields.map(([name]) => name).join(' ')}`,
        action: form.getAttribute('action') ?? '',
        isMultipart: form.enctype === 'multipart/form-data',
        fields,
        files: sent.flatMap(([name, value]) => (typeof value === 'string' ? [] : [name])),
      }
    })
  })
}
