import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathTo } from '#common/path-to.ts'
import { importFileBytesMax, type CardImport } from '#contract/cards/card-imports.ts'
import { spellPath } from '#contract/product.ts'
import { findOrCreateAccount } from '#server/accounts/account-store.ts'
import { newId } from '#server/database/new-id.ts'
import { StorageUnavailableError } from '#server/integrations/storage-error.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { signedInAs } from '../../../tests/harness/signed-in.ts'

let app: TestApp
const requested: string[] = []
beforeAll(async () => {
  const pageReader = {
    async read(url: URL) {
      requested.push(url.href)
      const body = Buffer.from('<title>Ida Berg | Linktree</title><a href="https://instagram.com/ida">Instagram</a>')
      return url.hostname === 'linktr.ee' ? { url, type: 'text/html', body } : null
    },
  }
  app = await anApp({ outside: { pageReader } })
})
afterAll(() => app[Symbol.asyncDispose]())

async function anOwner() {
  const email = `${newId()}@example.com`
  await findOrCreateAccount(app.deps.db, { id: newId(), email, name: 'Ida Berg', language: '', now: new Date() })
  return signedInAs(app, email)
}
type Asker = Pick<Awaited<ReturnType<typeof anOwner>>, 'ask'>

const sendFile = ({ ask }: Asker, body: string | Buffer, type = 'text/vcard') =>
  ask(spellPath(pathTo('cards.readImportFile'), 'carte'), {
    method: 'POST',
    headers: { 'x-csrf': '1', 'content-type': type },
    body: Buffer.from(body),
  })
const vCard = 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ida Berg\r\nURL:https://berg.example\r\nEND:VCARD\r\n'
const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (thrown: { problem: object }) => thrown.problem,
  )

describe('cards.readImportFile', () => {
  test('returns what is in the file, and stores nothing', async () => {
    const owner = await anOwner()
    const answer = await sendFile(owner, vCard)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(((await answer.json()) as CardImport).card).toEqual({
      fields: { fullName: 'Ida Berg' },
      links: ['https://berg.example/'],
      photo: '',
      leftOut: [],
    })
    expect(await owner.call('cards.own')).toEqual([])
  })

  test('refuses files without a card, too large or of another type, and visitors', async () => {
    const owner = await anOwner()
    const empty = await sendFile(owner, '')
    expect([empty.status, await empty.json()]).toMatchObject([422, { type: '/problems/import-unreadable', kind: 'empty' }])
    expect((await sendFile(owner, 'x'.repeat(importFileBytesMax + 1))).status).toBe(413)
    expect((await sendFile(owner, vCard, 'video/mp4')).status).toBe(415)
    expect((await sendFile(app, vCard)).status).toBe(401)
  })

  test('is limited', async () => {
    const owner = await anOwner()
    const statuses = []
    for (let turn = 0; turn < 61; turn++) statuses.push((await sendFile(owner, vCard)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('cards.readImportPage', () => {
  test('returns what the page shows', async () => {
    const owner = await anOwner()
    const { card } = await owner.call('cards.readImportPage', { input: { address: 'linktr.ee/ida' } })
    expect(card).toMatchObject({ fields: { fullName: 'Ida Berg' }, links: ['https://instagram.com/ida'] })
  })

  test('answers alike for a page in the private network and a missing one', async () => {
    const owner = await anOwner()
    const answers = []
    for (const address of ['https://missing.example', 'https://127.0.0.1', 'https://169.254.169.254/latest', 'file:///etc/passwd']) {
      const { requestId: _, ...problem } = (await problemOf(owner.call('cards.readImportPage', { input: { address } }))) as {
        requestId: string
      }
      answers.push(JSON.stringify(problem))
    }
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('"kind":"page"')
  })

  test('refuses an empty address and a visitor, and is limited before the page is read', async () => {
    const owner = await anOwner()
    const read = (address: string) => problemOf(owner.call('cards.readImportPage', { input: { address } }))
    expect(await read(' ')).toMatchObject({ type: '/problems/input-invalid' })
    expect(await problemOf(app.call('cards.readImportPage', { input: { address: 'a.example' } }))).toMatchObject({ status: 401 })
    for (let time = 0; time < 20 && (await read('linktr.ee/ida')) === null; time++) continue
    const before = requested.length
    expect(await read('linktr.ee/ida')).toMatchObject({ status: 429 })
    expect(requested).toHaveLength(before)
  })
})

describe('cards.create with an import', () => {
  const aPhoto = async (color: string) =>
    (
      await sharp({ create: { width: 300, height: 300, channels: 3, background: color } })
        .webp()
        .toBuffer()
    ).toString('base64')
  const aNewCard = async (color: string) => ({
    submissionId: randomUUID(),
    alias: `berg-${randomUUID().slice(0, 8).replace(/\d/g, 'k')}-own`,
    fullName: 'Ida Berg',
    title: '',
    companyName: '',
    phoneNumber: '',
    emailAddress: '',
    profile: 1 as const,
    imported: {
      fields: { bio: 'I bind books.', companyCity: 'Bath' },
      links: [{ gradeServiceId: 6, directLink: 'https://instagram.com/ida' }],
      photo: await aPhoto(color),
    },
  })

  test('leaves text, links and photo in the draft: visitors see none of it', async () => {
    const owner = await anOwner()
    const { alias, isWhole } = await owner.call('cards.create', { input: await aNewCard('#345') })
    expect(isWhole).toBe(true)
    const { published, draft } = await owner.call('cards.editor', { params: { alias } })
    expect(published).toMatchObject({ bio: '', companyCity: '', services: [], pictures: {} })
    expect(draft).toMatchObject({
      issues: [],
      fields: {
        bio: 'I bind books.',
        companyCity: 'Bath',
        services: [{ gradeServiceId: 6, directLink: 'https://instagram.com/ida' }],
        pictures: { profile: { width: 300, height: 300 } },
      },
    })
    expect(JSON.stringify(await app.call('cards.read', { params: { alias } }))).not.toContain('I bind books')
    await owner.call('cards.publishDraft', { input: { alias, revision: draft.revision } })
    expect((await owner.call('cards.editor', { params: { alias } })).published).toMatchObject({ bio: 'I bind books.' })
  })

  test('sent twice creates one card with one draft', async () => {
    const owner = await anOwner()
    const input = await aNewCard('#654')
    const both = await Promise.all([owner.call('cards.create', { input }), owner.call('cards.create', { input })])
    expect(both[0]?.alias).toBe(both[1]?.alias)
    const { draft } = await owner.call('cards.editor', { params: { alias: input.alias } })
    expect(draft.revision).toBe(2)
    expect(await owner.call('cards.create', { input })).toEqual({ alias: input.alias, isWhole: true })
  })

  test('is created without an unreadable photo, and reports it', async () => {
    const owner = await anOwner()
    const input = await aNewCard('#465')
    const broken = { ...input, imported: { ...input.imported, photo: Buffer.from('no picture').toString('base64') } }
    expect(await owner.call('cards.create', { input: broken })).toEqual({ alias: input.alias, isWhole: false })
    expect(await owner.call('cards.create', { input: broken })).toEqual({ alias: input.alias, isWhole: false })
    const { draft } = await owner.call('cards.editor', { params: { alias: input.alias } })
    expect(draft.fields).toMatchObject({ bio: 'I bind books.' })
    expect(draft.fields.pictures).toBeUndefined()

    const { storage } = app.deps
    const put = storage.put
    storage.put = async () => {
      throw new StorageUnavailableError('ECONNREFUSED', 'away')
    }
    const another = await aNewCard('#564')
    expect(await owner.call('cards.create', { input: another }).finally(() => (storage.put = put))).toMatchObject({ isWhole: false })
  })

  test('refuses links that are no list, and a photo that is no base64', async () => {
    const owner = await anOwner()
    const input = await aNewCard('#111')
    for (const wrong of [{ photo: '<svg>' }, { links: [{ gradeServiceId: -1, directLink: 'x' }] }, { fields: { bio: 7 } }]) {
      const bad = { ...input, imported: { ...input.imported, ...wrong } } as never
      expect(await problemOf(owner.call('cards.create', { input: bad }))).toMatchObject({ type: '/problems/input-invalid' })
    }
  })
})
