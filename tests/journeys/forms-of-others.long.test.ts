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
import { behindTheSite } from '../harness/behind-the-site.ts'
import { eventually } from '../harness/eventually.ts'
import { signedIn, signedInAs, type SignedIn } from '../harness/signed-in.ts'
import { theSite } from '../harness/the-site.ts'
import { aVisitor, type Visitor } from '../harness/visitor.ts'
import { readCatalog, sumOf } from '../http/isolation/holdings.ts'

/** A form as a page draws it, filled in and about to be sent by one of its buttons. */
export type DrawnForm = { key: string; action: string; isMultipart: boolean; fields: [string, string][]; files: string[] }

type Victim = SignedIn & { alias: string; contactId: string; subjectId: string }

const house = await behindTheSite()
const portrait = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#1f533f' } })
  .png()
  .toBuffer()
let site: string
let reader: Visitor
let thief: SignedIn & { alias: string }
let catalog: Awaited<ReturnType<typeof readCatalog>>
let summed: string[]
beforeAll(async () => {
  site = theSite().url
  reader = await aVisitor()
  const own = await aCard(house.needs)
  thief = { ...(await signedIn(house, own.id)), alias: own.alias }
  catalog = await readCatalog(house.needs.db)
  const tables = new Set(catalog.map(({ table }) => table))
  summed = [...tables].filter((table) => !counted.test(table)).toSorted()
})
afterAll(() => reader[Symbol.asyncDispose]())

/** Knocking is counted there, and nothing of anybody's is kept. */
const counted = /^(limit_window|visit_\w+|mail_count|spent|migration)$/

/** All that anybody has here. Of a session only that it is there. */
async function everything(): Promise<string> {
  const each = summed.map((table) =>
    sql.raw(`select '${table}' as t, md5(coalesce(string_agg(h, '' order by h), '')) as sum
    from (select md5(${table === 'session' ? 'x.id::text' : 'to_jsonb(x)::text'}) as h from ${table} x) y`),
  )
  const { rows } = await house.needs.db.execute(sql`${sql.join(each, sql` union all `)} order by t`)
  return rows.map((row) => `${row['t']} ${row['sum']}`).join('\n')
}

/** An owner, who is an operator too, with something in every list that has a button. */
async function aVictim(): Promise<Victim> {
  const { db } = house.needs
  const card = await aCard(house.needs, { settings: { connectClientsSetting: { applyTags: 'Fair,Open house' } } })
  const contact = await aContact(house.needs, card.id, { tags: ['Fair'] })
  const owner = await signedIn(house, card.id)
  await db.update(accounts).set({ isOperator: true }).where(eq(accounts.id, owner.accountId))
  // Who became an operator signs in anew.
  const again = await signedInAs(house, owner.email)
  await signedInAs(house, owner.email)
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
  await house.needs.changes.write((tx) => savePicture(house.needs, tx, card.id, 'profile', portrait))
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
  ...['remove', 'down', 'away', 'back'].map((dialog): [string, (of: { alias: string }) => string] => [
    `admin/cards/… with the dialog ${dialog}`,
    ({ alias }) => `/admin/cards/${alias}?dialog=${dialog}`,
  ]),
  ['admin/cards/… permissions', ({ alias }) => `/admin/cards/${alias}/permissions`],
  ['admin/cards/… to set a plan', ({ alias }) => `/admin/cards/${alias}/plan?dialog=set`],
  ['admin/releases/tour', () => '/admin/releases/tour'],
]

async function drawn(by: Victim, path: string): Promise<DrawnForm[]> {
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
    date: '2037-01-01',
  }
  return reader.page.evaluate(fillAndRead, { html: await answer.text(), words })
}

async function send(form: DrawnForm, path: string, { cookie, origin = site }: { cookie: string; origin?: string }): Promise<number> {
  const at = new URL(form.action || path, new URL(path, site))
  const parts = new FormData()
  for (const [name, value] of form.fields) parts.append(name, value)
  for (const name of form.files) parts.append(name, new File(['alias;fullName\nimported-one;Anna\n'], 'cards.csv', { type: 'text/csv' }))
  const body = form.isMultipart ? parts : new URLSearchParams(form.fields)
  const answer = await fetch(at, { method: 'POST', redirect: 'manual', body, headers: { origin, ...(cookie ? { cookie } : {}) } })
  await answer.arrayBuffer()
  return answer.status
}

/** What a page before this one asked for is done: it would change rows beside us. */
const restsFromWork = () =>
  eventually(async () => {
    const { rows } = await house.needs.db.execute<{ busy: number }>(
      sql`select count(*)::int as busy from jobs.job where state in ('created', 'retry', 'active') and start_after <= now()`,
    )
    expect(rows[0]?.busy).toBe(0)
  })

/** What these do is not in a row of anybody's. */
const keepsNothing: Record<string, string> = {
  archive: 'leads to the download',
  dismiss: 'is kept in a cookie on the device',
  address: 'the first step to a new card, which leads to the second',
}

const tried = new Set<string>()
test.each(pagesOf)(
  'no form of %s is taken from anybody else, nor from its owner at another site; each does something for its owner',
  { timeout: 180_000 },
  async (_, pathOf) => {
    const first = await aVictim()
    const keys = (await drawn(first, pathOf(first))).map(({ key }) => key)
    for (const [place, key] of keys.entries()) {
      const victim = await aVictim()
      const path = pathOf(victim)
      const form = (await drawn(victim, path))[place]
      if (!form) throw new Error(`${path} draws no ${key} any more.`)
      const said = `${path} ${form.key}`
      await restsFromWork()
      let before = await everything()
      for (const who of [{ cookie: thief.cookie }, { cookie: '' }, { cookie: victim.cookie, origin: 'https://evil.example' }]) {
        expect(await send(form, path, who), said).toBeLessThan(500)
      }
      expect(await everything(), said).toBe(before)
      // One's own page, with somebody else's ids in the form. It may do something to who sends it.
      const theirs = await sumOf(house.needs.db, catalog, victim)
      expect(await send(form, path.replace(victim.alias, thief.alias), thief), said).toBeLessThan(500)
      expect(await sumOf(house.needs.db, catalog, victim), said).toBe(theirs)
      before = await everything()
      expect(await send(form, path, victim), said).toBeLessThan(400)
      const intent = form.fields.find(([name]) => name === 'intent')?.[1] ?? ''
      expect((await everything()) !== before, said).toBe(!(intent in keepsNothing))
      tried.add(intent)
    }
  },
)

test('the forms were there to be tried', () => {
  const ofOwners =
    'enabled desktopEnabled timeout label-add label-remove session-end passkey-remove create labels note erase archive leave address'
  const ofOperators = 'bring close add remove down away back bill plan rights experiments publish'
  expect([...tried]).toEqual(expect.arrayContaining([...ofOwners.split(' '), ...ofOperators.split(' ')]))
})

/** Runs in the page: what a browser would send for each button of each form that writes. Every field holds something new; `words` fill those that want a certain one. */
function fillAndRead({ html, words }: { html: string; words: Record<string, string> }): DrawnForm[] {
  function fill(field: Element) {
    if (field instanceof HTMLTextAreaElement) field.value = 'Written anew'
    if (field instanceof HTMLSelectElement) field.selectedIndex = field.selectedIndex === field.length - 1 ? 0 : field.length - 1
    if (!(field instanceof HTMLInputElement) || field.type === 'hidden' || field.type === 'file') return
    if (field.type === 'checkbox') field.checked = !field.checked
    else if (field.type === 'radio') field.checked = true
    else field.value = words[field.name] ?? words[field.type] ?? (/numeric|decimal/.test(field.inputMode) ? '45' : 'Written anew')
  }
  return [...new DOMParser().parseFromString(html, 'text/html').forms].flatMap((form, place) => {
    if (form.method !== 'post') return []
    for (const field of form.elements) fill(field)
    const buttons = [...form.elements].filter((one) => one instanceof HTMLButtonElement && one.type === 'submit' && !one.disabled)
    return buttons.map((button) => {
      const sent = [...new FormData(form, button as HTMLButtonElement)]
      const fields = sent.flatMap(([name, value]): [string, string][] => (typeof value === 'string' ? [[name, value]] : []))
      const meant = fields.find(([name]) => name === 'intent' || name === 'act')?.[1] ?? ''
      return {
        key: `${place} ${meant} (${button.textContent?.trim() || button.getAttribute('aria-label') || ''})`,
        action: form.getAttribute('action') ?? '',
        isMultipart: form.enctype === 'multipart/form-data',
        fields,
        files: sent.flatMap(([name, value]) => (typeof value === 'string' ? [] : [name])),
      }
    })
  })
}
