import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallOf } from '#contract/endpoint.ts'
import type { contactImports } from '#contract/contact-imports.ts'
import { pathTo } from '#common/path-to.ts'
import { isProblem } from '#contract/api.ts'
import { spellPath } from '#contract/product.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { aContact } from '../../../tests/factories/contacts.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { isCluster } from '../../../tests/harness/database.ts'
import { signedIn } from '../../../tests/harness/signed-in.ts'
import { hideExpiredImport, type ImportKey } from './contact-import-store.ts'

const start = new Date('2036-06-15T15:00:00Z')
let now = start
let app: TestApp
beforeAll(async () => {
  app = await anApp({ outside: { clock: { now: () => now } } })
})
afterAll(() => app[Symbol.asyncDispose]())

const problemOf = async (call: Promise<unknown>) => {
  const thrown: unknown = await call.catch((error: unknown) => error)
  return isProblem(thrown) ? thrown.problem : thrown
}

async function anImporter(fields: Parameters<typeof aCard>[1] = {}) {
  const card = await aCard(app.deps, fields)
  const owner = await signedIn(app, card.id)
  const { alias } = card
  const upload = async (file: string | Uint8Array<ArrayBuffer>, name = 'contacts.csv') => {
    const path = spellPath(pathTo('contacts.createImport', { alias }), app.settings.productSlug)
    const headers = { 'x-csrf': '1', 'content-type': 'application/octet-stream' }
    const response = await owner.ask(`${path}?${new URLSearchParams({ name })}`, { method: 'POST', headers, body: file })
    const answer = (await response.json()) as { id: string }
    if (!response.ok) throw { problem: answer }
    return answer
  }
  const read = (id: string) => owner.call('contacts.readImport', { params: { alias, id } })
  type Options = Partial<CallOf<(typeof contactImports)['contacts.runImport']>['input']>
  const run = async (importId: string, options: Options = {}) => {
    await owner.call('contacts.runImport', { input: { alias, importId, duplicates: 'skip', label: '', ...options } })
    await app.deps.jobs.settle()
    return (await read(importId)).import
  }
  const undo = async (importId: string) => {
    await owner.call('contacts.undoImport', { input: { alias, importId } })
    await app.deps.jobs.settle()
    return (await read(importId)).import
  }
  const list = async () =>
    (await owner.call('contacts.search', { params: { page: 1, pageSize: 100, tag: 'none' }, input: { alias, SearchFor: '' } })).results
  return { card, owner, upload, read, run, undo, list }
}

const google = `First Name,Middle Name,Last Name,Organization Name,Organization Title,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - Region,Address 1 - Postal Code,Birthday
Amara,Jo,Field,Field & Sons,Buyer,Met at the show,Friends ::: * myContacts,* Work,amara@field.example ::: sales@field.example,Mobile,(207) 555-0102,Home,"8 Lantern Street
Port Hadley, ME 04001",8 Lantern Street,Port Hadley,ME,04001,1980-01-01
Tobias,,Wren,,,=SUM(A1),* myContacts,,,Work,+1 207 555 0199,,,,,,,
`
const old = `Name,Given Name,Family Name,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Group Membership
Zoë Böhm,Zoë,Böhm,* ,zoe@example.com,Mobile,+49 170 5550101,* myContacts
`
const outlook = `Title;First Name;Last Name;Company;Job Title;Business Street;Business City;Home Phone;Mobile Phone;E-mail Address;Notes
Ms.;Jörg;Müller;Contoso;Buyer;1 Main Street;Redmond;(425) 555-0100;(425) 555-0101;joerg@example.com;"Two
lines"
`

test('an owner’s files are read one at a time; a second is refused before its body', async () => {
  const { card, owner, upload } = await anImporter()
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const body = new ReadableStream(
    {
      async pull(controller) {
        begun.resolve()
        await end.promise
        controller.enqueue(new TextEncoder().encode(google))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const path = spellPath(pathTo('contacts.createImport', { alias: card.alias }), app.settings.productSlug)
  const headers = { 'x-csrf': '1', 'content-type': 'text/csv' }
  const streamed = { method: 'POST', headers, body, duplex: 'half' }
  const first = owner.ask(path, streamed)
  await begun.promise
  expect(await problemOf(upload(google))).toMatchObject({ status: 429 })
  await (await anImporter()).upload(google)
  end.resolve()
  expect((await first).status).toBe(200)
  await upload(google)
})

describe('a file of contacts', () => {
  test('of Google is previewed and imported; nothing is dropped silently', async () => {
    const { card, owner, upload, read, run, list } = await anImporter()
    const { id } = await upload(google)
    const preview = await read(id)
    expect(preview).toMatchObject({ unknownColumns: ['Birthday'], mayLabel: true, issues: [] })
    expect(preview.import).toMatchObject({ name: 'contacts.csv', state: 'ready', total: 2, fresh: 2, undoUntil: null })
    expect(preview.rows[0]).toEqual({
      line: 2,
      kind: 'new',
      fullName: 'Amara Field',
      emailAddress: 'amara@field.example',
      phoneNumber: '(207) 555-0102',
      companyName: 'Field & Sons',
    })
    expect(await list()).toEqual([])

    expect(await run(id, { label: 'Show' })).toMatchObject({ state: 'done', added: 2, merged: 0 })
    const [amara, tobias] = await list()
    expect(amara).toMatchObject({
      name: 'Amara',
      lastName: 'Field',
      title: 'Buyer',
      companyName: 'Field & Sons',
      address: '8 Lantern Street',
      city: 'Port Hadley',
      state: 'ME',
      zip: '04001',
      notes: 'sales@field.example\nMet at the show',
      tags: 'Show,Friends',
      source: 'import',
      viewed: true,
      consent: null,
    })
    expect(tobias).toMatchObject({ fullName: 'Tobias Wren', phoneNumber: '+1 207 555 0199', notes: '=SUM(A1)', tags: 'Show' })
    expect((await owner.call('contacts.labels', { query: {} })).toSorted()).toEqual(['Carte', 'Friends', 'Show'])
    const { rows: jobs } = await app.deps.db.execute(
      sql`select distinct name from jobs.job where data ->> 'subjectId' = ${card.id} order by 1`,
    )
    expect(jobs).toEqual([{ name: 'contacts.import' }])
  })

  test('of Google before 2024, or of Outlook with semicolons, is known by its headings', async () => {
    const { upload, run, list } = await anImporter()
    await run((await upload(old)).id)
    await run((await upload(outlook)).id)
    const found = await list()
    expect(found.find(({ name }) => name === 'Zoë')).toMatchObject({
      lastName: 'Böhm',
      phoneNumber: '+49 170 5550101',
      emailAddress: 'zoe@example.com',
      tags: '',
    })
    expect(found.find(({ name }) => name === 'Jörg')).toMatchObject({
      lastName: 'Müller',
      title: 'Buyer',
      companyName: 'Contoso',
      address: '1 Main Street',
      city: 'Redmond',
      phoneNumber: '(425) 555-0101',
      notes: '(425) 555-0100\nTwo\nlines',
    })
  })

  test('with text instead of a phone number is imported, with the text in the notes', async () => {
    const { upload, read, run, list } = await anImporter()
    const file =
      'Name,Phone,Mobile Phone\nAda Field,614.555.0137,not a phone at all!!!\nBo Wren,555 0199,\nCy Lind,ask at the desk,\n,411,\n'
    const { id } = await upload(file)
    const { import: found, partIssues, issues } = await read(id)
    expect(found).toMatchObject({ total: 4, fresh: 4, unusable: 0 })
    expect(issues).toEqual([])
    expect(partIssues).toEqual([
      { line: 2, fullName: 'Ada Field', issue: 'phone' },
      { line: 4, fullName: 'Cy Lind', issue: 'phone' },
      { line: 5, fullName: '411', issue: 'phone' },
    ])
    await run(id)
    expect((await list()).map(({ fullName, phoneNumber, notes }) => [fullName, phoneNumber, notes])).toEqual([
      ['Ada Field', '(614) 555-0137', 'not a phone at all!!!'],
      ['Bo Wren', '555 0199', ''],
      ['Cy Lind', '', 'ask at the desk'],
      ['411', '', '411'],
    ])
  })

  test('has its own dates; contacts without one come after all others', async () => {
    const { card, upload, read, run, list } = await anImporter()
    await aContact(app.deps, card.id, { name: 'Form', dateCreated: new Date('2030-01-01T00:00:00Z') })
    await run((await upload('Name,Email\nBare,bare@example.com\nBare too,too@example.com\n')).id)
    const dated = 'Name,Date added\nOld,2026-11-29\nNew,2036-06-01 10:30\nFuture,2040-01-01\nEmpty,\n'
    const { id } = await upload(dated)
    expect(await read(id)).toMatchObject({ unknownColumns: [], partIssues: [{ line: 4, fullName: 'Future', issue: 'date' }] })
    await run(id)
    expect((await list()).map(({ fullName, dateCreated, isUndated }) => [fullName, dateCreated.slice(0, 10), isUndated])).toEqual([
      ['New', '2036-06-01', false],
      ['Form Field', '2030-01-01', false],
      ['Old', '2026-11-29', false],
      ...['Bare', 'Bare too', 'Future', 'Empty'].map((name) => [name, '2036-06-15', true]),
    ])
  })

  test('that is a vCard has no dates: its last change and birthdays are none', async () => {
    const { upload, run, list } = await anImporter()
    const dates = 'REV:2031-02-03T10:00:00Z\r\nCREATED:2031-02-03T10:00:00Z\r\nBDAY:1990-04-05\r\n'
    await run((await upload(`BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Zoë Böhm\r\n${dates}END:VCARD\r\n`)).id)
    expect((await list()).map(({ isUndated, notes }) => [isUndated, notes])).toEqual([[true, '']])
  })

  test.each([
    ['UTF-16', Buffer.from(`\uFEFF${old}`, 'utf16le')],
    ['Windows-1252', Buffer.from(old, 'latin1')],
    ['tabs', old.replaceAll(',', '\t')],
    ['vCard', 'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Böhm;Zoë;;;\r\nEMAIL:zoe@example.com\r\nEND:VCARD\r\n'],
  ])('in %s is read', async (_, file) => {
    const { upload, read } = await anImporter()
    const { rows } = await read((await upload(file)).id)
    expect(rows).toMatchObject([{ fullName: 'Zoë Böhm', emailAddress: 'zoe@example.com' }])
  })

  test.each([
    ['without a known column', 'color,size\nred,4\n', /None of the columns is known.*First Name/],
    ['that is empty', ' \n', /no contacts/],
    ['with a first row only', 'First Name,Last Name\n', /no contacts/],
    ['of more than 1,000 columns', `First Name${',x'.repeat(1000)}\nAda\n`, /more than 1,000 columns/],
    ['that is a spreadsheet', Buffer.from('PK\u0003\u0004'), /Save it as CSV/],
  ])('%s is refused in one line, and nothing of it stays', async (_, file, message) => {
    const { card, owner, upload } = await anImporter()
    expect(await problemOf(upload(file))).toMatchObject({ status: 422, detail: expect.stringMatching(message) })
    expect(await owner.call('contacts.imports', { query: { alias: card.alias } })).toEqual([])
    const { rows } = await app.deps.db.execute(sql`select 1 from contact_import where subject_id = ${card.id}`)
    expect(rows).toEqual([])
  })

  test('names unusable rows, cuts long texts, and moves invalid emails into the notes', async () => {
    const { upload, read, run, list } = await anImporter()
    const { id } = await upload(`Name,Email,Notes\nAda,not an address,${'n'.repeat(10_000)}\n,,only a note\nBen "B,b@example.com,x,y\n`)
    const { issues, import: found } = await read(id)
    expect(issues).toEqual([
      { line: 3, issue: 'empty' },
      { line: 4, issue: 'columns' },
    ])
    expect(found).toMatchObject({ total: 3, fresh: 1, unusable: 2, cut: 1 })
    await run(id)
    const [ada] = await list()
    expect(ada).toMatchObject({ name: 'Ada', emailAddress: '' })
    expect(ada?.notes.length).toBe(4000)
  })

  test('exported from Carte comes back the same, formulas and all', async () => {
    const one = await anImporter()
    await aContact(app.deps, one.card.id, { name: '=Ada', lastName: 'Field', phoneNumber: '+1 207 555 0101', notes: '@home' })
    const exported = await one.owner.call('contacts.exportAll', { params: { format: 'csv' }, query: { alias: one.card.alias } })
    const other = await anImporter()
    await other.run((await other.upload(await exported.text())).id)
    expect(await other.list()).toMatchObject([
      { name: '=Ada', lastName: 'Field', phoneNumber: '+1 207 555 0101', notes: '@home', isUndated: false },
    ])
  })
})

describe('duplicates', () => {
  const file = `Name,Email,Phone,Company,Labels
Amara F,AMARA@example.com,,Field & Sons,Friends
Tobias,,+1 (207) 555-0199,,
New,new@example.com,,,
New again,NEW@example.com,555 0000,,
`
  async function withTwo() {
    const importer = await anImporter()
    await aContact(app.deps, importer.card.id, { name: 'Amara', emailAddress: 'amara@example.com', tags: ['Old'] })
    await aContact(app.deps, importer.card.id, { name: 'Toby', emailAddress: '', phoneNumber: '207.555.0199', companyName: 'Wren' })
    const { id } = await importer.upload(file)
    return { ...importer, id }
  }

  test('are found by phone number or email in any format, also within the file', async () => {
    const { read, id } = await withTwo()
    const { import: found, rows } = await read(id)
    expect(found).toMatchObject({ total: 4, fresh: 1, matched: 2, repeated: 1 })
    expect(rows.map(({ kind }) => kind)).toEqual(['match', 'match', 'new', 'repeat'])
  })

  test('of contacts held for review are not found until they are viewed', async () => {
    const { card, upload, read } = await anImporter()
    await aContact(app.deps, card.id, { emailAddress: 'amara@example.com', isQuarantined: true })
    await aContact(app.deps, card.id, { emailAddress: 'new@example.com', isQuarantined: true, viewed: true })
    expect((await read((await upload(file)).id)).rows.map(({ kind }) => kind)).toEqual(['new', 'new', 'match', 'repeat'])
  })

  test('of contacts that the plan hides are not found', async () => {
    const { card, upload, read } = await anImporter({ plan: 'FREE' } as never)
    await aContact(app.deps, card.id, { emailAddress: 'amara@example.com', dateCreated: new Date(start.getTime() - 60_000) })
    for (let at = 0; at < 5; at++) await aContact(app.deps, card.id, { emailAddress: at === 0 ? 'new@example.com' : '' })
    expect((await read((await upload(file)).id)).rows.map(({ kind }) => kind)).toEqual(['new', 'new', 'match', 'repeat'])
  })

  test('are skipped', async () => {
    const { run, list, id } = await withTwo()
    expect(await run(id)).toMatchObject({ added: 1, merged: 0 })
    expect((await list()).map(({ fullName }) => fullName).toSorted()).toEqual(['Amara Field', 'New', 'Toby Field'])
  })

  test('are added anyway', async () => {
    const { run, list, id } = await withTwo()
    expect(await run(id, { duplicates: 'add' })).toMatchObject({ added: 4, merged: 0 })
    expect(await list()).toHaveLength(6)
  })

  test('are merged: empty fields are filled, labels added; undoing restores all of it', async () => {
    const { run, undo, list, id } = await withTwo()
    const before = await list()
    expect(await run(id, { duplicates: 'merge', label: 'Fair' })).toMatchObject({ added: 1, merged: 3 })
    const merged = await list()
    expect(merged).toHaveLength(3)
    expect(merged.find(({ name }) => name === 'Amara')).toMatchObject({ companyName: 'Field & Sons', tags: 'Old,Fair,Friends' })
    expect(merged.find(({ name }) => name === 'Toby')).toMatchObject({ companyName: 'Wren', phoneNumber: '207.555.0199', tags: 'Fair' })
    expect(merged.find(({ name }) => name === 'New')).toMatchObject({ phoneNumber: '555 0000', source: 'import' })

    expect(await undo(id)).toMatchObject({ state: 'undone', removed: 1, restored: 2, edited: 0, undoUntil: null })
    expect(await list()).toEqual(before.map((contact) => ({ ...contact, revision: expect.any(Number) })))
  })
})

describe('undoing', () => {
  test('leaves what was edited since, and says how many', async () => {
    const { owner, upload, run, undo, list } = await anImporter()
    const { id } = await upload(google)
    await run(id)
    const amara = (await list())[0]?.id ?? ''
    await owner.call('contacts.setTags', { input: { clientId: amara, tags: ['Mine'] } })
    expect(await undo(id)).toMatchObject({ removed: 1, restored: 0, edited: 1 })
    expect((await list()).map((one) => one.id)).toEqual([amara])
  })

  test('is possible for 30 days, once; then the import is forgotten', async () => {
    const { card, owner, upload, run, undo, list } = await anImporter()
    const { id } = await upload(google)
    await run(id)
    const second = await upload(old)
    try {
      now = new Date(start.getTime() + 31 * 86_400_000)
      const afterwards = await signedIn(app, card.id)
      const input = { alias: card.alias, importId: id }
      expect(await problemOf(afterwards.call('contacts.undoImport', { input }))).toMatchObject({ status: 409 })
      await app.deps.jobs.enqueue(app.deps.db, 'contacts.cleanup', {})
      await app.deps.jobs.settle()
      const { rows } = await app.deps.db.execute(sql`select 1 from contact_import_row where subject_id = ${card.id}`)
      expect(rows).toEqual([])
      expect(await problemOf(afterwards.call('contacts.readImport', { params: { alias: card.alias, id: second.id } }))).toMatchObject({
        status: 404,
      })
    } finally {
      now = start
    }
    expect(await list()).toHaveLength(2)
    const again = await upload(old)
    await run(again.id)
    await undo(again.id)
    expect(await problemOf(owner.call('contacts.undoImport', { input: { alias: card.alias, importId: again.id } }))).toMatchObject({
      status: 409,
    })
  })

  test('is not cut short by the cleanup, and an old preview can’t be imported', async () => {
    const { card, upload, run } = await anImporter()
    for (const state of ['importing', 'undoing', 'done', 'ready']) {
      const { id } = await upload(google)
      await app.deps.db.execute(sql`update contact_import set state = ${state} where subject_id = ${card.id} and id = ${id}`)
    }
    const stored = async () =>
      (
        await app.deps.db.execute<ImportKey & { state: string }>(sql`select id, subject_id as "subjectId", state from contact_import
        where subject_id = ${card.id} order by state`)
      ).rows
    const [, running, preview, undoing] = await stored()
    // Started after the cleanup found it.
    const afterStart = new Date(start.getTime() + 60_000)
    for (const one of [running, undoing])
      expect(one && (await hideExpiredImport(app.deps.db, one, { previews: afterStart, imports: afterStart }))).toBe(false)
    try {
      now = new Date(start.getTime() + 2 * 86_400_000)
      expect(await problemOf(run(preview?.id ?? ''))).toMatchObject({ status: 404 })
      now = new Date(start.getTime() + 31 * 86_400_000)
      await app.deps.jobs.enqueue(app.deps.db, 'contacts.cleanup', {})
      await app.deps.jobs.settle()
      expect(await stored()).toEqual([running, undoing])
    } finally {
      now = start
    }
  })

  test('an erased contact is not kept in a preview, nor imported again from it', async () => {
    const { card, owner, upload, run, list } = await anImporter()
    const known = await aContact(app.deps, card.id, { emailAddress: 'amara@field.example' })
    const { id } = await upload(google)
    await owner.call('contacts.erase', { input: { clientId: known.id } })
    const { rows } = await app.deps.db.execute(
      sql`select fields, before, after_hash from contact_import_row where subject_id = ${card.id} and contact_id = ${known.id}`,
    )
    expect(rows).toEqual([{ fields: null, before: null, after_hash: null }])
    await run(id, { duplicates: 'add' })
    expect((await list()).map(({ name }) => name)).toEqual(['Tobias'])
  })

  test('an erased contact is not kept in what a merge would restore', async () => {
    const { card, owner, upload, run, undo, list } = await anImporter()
    const known = await aContact(app.deps, card.id, { emailAddress: 'amara@field.example', companyName: '' })
    const { id } = await upload(google)
    await run(id, { duplicates: 'merge' })
    await owner.call('contacts.erase', { input: { clientId: known.id } })
    const { rows } = await app.deps.db.execute(
      sql`select 1 from contact_import_row where subject_id = ${card.id} and contact_id = ${known.id} and (before is not null or after_hash is not null)`,
    )
    expect(rows).toEqual([])
    expect(await undo(id)).toMatchObject({ removed: 1, restored: 0, edited: 0 })
    expect(await list()).toEqual([])
  })
})

describe('an import', () => {
  test('has one preview a card: another file replaces it, and earlier imports stay', async () => {
    const { card, owner, upload, run, read } = await anImporter()
    const other = await anImporter()
    const theirs = await other.upload(google)
    const done = await upload(google)
    await run(done.id)
    const first = await upload(google)
    const second = await upload(old)
    expect(await problemOf(read(first.id))).toMatchObject({ status: 404 })
    const { rows } = await app.deps.db.execute(
      sql`select 1 from contact_import_row where subject_id = ${card.id} and import_id = ${first.id}`,
    )
    expect(rows).toEqual([])
    const listed = await owner.call('contacts.imports', { query: { alias: card.alias } })
    expect(listed.map(({ id }) => id).toSorted()).toEqual([done.id, second.id].toSorted())
    expect(await other.read(theirs.id)).toMatchObject({ import: { state: 'ready' } })
  })

  test('runs once, also if it is clicked twice', async () => {
    const { upload, run, list } = await anImporter()
    const { id } = await upload(google)
    await run(id)
    expect(await problemOf(run(id))).toMatchObject({ status: 409 })
    expect(await list()).toHaveLength(2)
  })

  // Citus allows no triggers on distributed tables.
  test.skipIf(isCluster())('that is interrupted continues after its last whole batch', async () => {
    const { card, upload, run, undo } = await anImporter()
    const { id } = await upload(`Name\n${Array.from({ length: 450 }, (_, at) => `P${at}`).join('\n')}\n`)
    // The third batch fails once, at its last statement.
    await app.deps.db.execute(
      sql.raw(`create function fail_${card.id.slice(0, 8)}() returns trigger language plpgsql as $$
      begin if new.added > 400 then raise exception 'killed'; end if; return new; end $$;
      create trigger killed before update on contact_import for each row when (new.id = '${id}') execute function fail_${card.id.slice(0, 8)}()`),
    )
    await run(id).catch(() => {})
    const counted = async () => (await app.deps.db.execute(sql`select total::int from contact_count where subject_id = ${card.id}`)).rows[0]
    expect(await counted()).toEqual({ total: 400 })
    await app.deps.db.execute(sql.raw('drop trigger killed on contact_import'))
    await app.deps.jobs.enqueue(app.deps.db, 'contacts.import', { subjectId: card.id, importId: id })
    await app.deps.jobs.settle()
    expect(await counted()).toEqual({ total: 450 })
    expect(await undo(id)).toMatchObject({ removed: 450 })
    expect(await counted()).toEqual({ total: 0 })
  })

  test('isn’t counted as new or in analytics; the free plan shows five', async () => {
    const { card, owner, upload, run } = await anImporter({ plan: 'FREE' } as never)
    await run((await upload(`Name\n${'A\nB\nC\nD\nE\nF\nG\n'}`)).id)
    const search = async (input: object) =>
      (
        await owner.call('contacts.search', {
          params: { page: 1, pageSize: 100, tag: 'none' },
          input: { alias: card.alias, SearchFor: '', ...input },
        })
      ).metaData.totalCount
    expect(await search({ ConnectedClientStatus: 1 })).toBe(0)
    expect(await search({ daysBack: 7, withoutImported: true })).toBe(0)
    expect(await search({})).toBe(5)
  })

  test('is for its owner: others and the logged out get the same as for none', async () => {
    const { card, upload } = await anImporter()
    const { id } = await upload(google)
    const other = await anImporter()
    const calls = (who: Pick<TestApp, 'call'>, importId: string) => [
      who.call('contacts.imports', { query: { alias: card.alias } }),
      who.call('contacts.readImport', { params: { alias: card.alias, id: importId } }),
      who.call('contacts.runImport', { input: { alias: card.alias, importId, duplicates: 'skip', label: '' } }),
      who.call('contacts.undoImport', { input: { alias: card.alias, importId } }),
    ]
    const statuses = async (all: Promise<unknown>[]) =>
      Promise.all(all.map(async (call) => ((await problemOf(call)) as { status: number }).status))
    expect(await statuses(calls(other.owner, id))).toEqual([404, 404, 404, 404])
    expect(await statuses(calls(app, id))).toEqual([401, 401, 401, 401])
    const { alias } = other.card
    expect(await problemOf(other.owner.call('contacts.readImport', { params: { alias, id } }))).toMatchObject({ status: 404 })
    expect(await problemOf(other.owner.call('contacts.undoImport', { input: { alias, importId: randomUUID() } }))).toMatchObject({
      status: 404,
    })
  })

  test('of too many files is refused', async () => {
    const { upload } = await anImporter()
    for (let at = 0; at < 20; at++) await upload('Name\nA\n')
    expect(await problemOf(upload('Name\nA\n'))).toMatchObject({ status: 429 })
  })
})
