import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathTo } from '#common/path-to.ts'
import { contactImportMax } from '#contract/constants.ts'
import { spellPath } from '#contract/product.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { aContact } from '../../../tests/factories/contacts.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { signedIn } from '../../../tests/harness/signed-in.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const heapMax = 600 * 1024 * 1024

/** The most that the heap grows while this runs. */
async function heapGrowth(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage().heapUsed
  let most = 0
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage().heapUsed - before)), 50)
  await work().finally(() => clearInterval(sampling))
  return most
}

test('MYC-5 imports and undoes 100,000 contacts in minutes and bounded memory, no more', async () => {
  const card = await aCard(app.deps)
  const owner = await signedIn(app, card.id)
  const { alias } = card
  await aContact(app.deps, card.id, { emailAddress: 'p99999@example.com' })
  const send = (rows: number) => {
    const lines = Array.from(
      { length: rows },
      (_, at) => `P${at},Field,p${at}@example.com,+1207${String(at).padStart(7, '0')},Acme,Note ${at}`,
    )
    const path = spellPath(pathTo('contacts.createImport', { alias }), app.settings.productSlug)
    const body = `First Name,Last Name,E-mail Address,Mobile Phone,Company,Notes\n${lines.join('\n')}\n`
    return owner.ask(path, { method: 'POST', headers: { 'x-csrf': '1', 'content-type': 'text/csv' }, body })
  }
  const tooMany = await send(contactImportMax.rows + 1)
  expect([tooMany.status, (await tooMany.json()).detail]).toEqual([422, expect.stringContaining('more than 100,000 contacts')])

  const read = async (id: string) => (await owner.call('contacts.readImport', { params: { alias, id } })).import
  const started = performance.now()
  let id = ''
  const grown = await heapGrowth(async () => {
    const answer = await send(contactImportMax.rows)
    id = ((await answer.json()) as { id: string }).id
    expect(await read(id)).toMatchObject({ state: 'ready', total: 100_000, fresh: 99_999, matched: 1 })
    await owner.call('contacts.runImport', { input: { alias, importId: id, duplicates: 'merge', label: 'Big' } })
    await app.deps.jobs.settle()
  })
  expect(await read(id)).toMatchObject({ state: 'done', added: 99_999, merged: 1 })
  await owner.call('contacts.undoImport', { input: { alias, importId: id } })
  await app.deps.jobs.settle()
  expect(await read(id)).toMatchObject({ state: 'undone', removed: 99_999, restored: 1, edited: 0 })
  expect(performance.now() - started).toBeLessThan(8 * 60_000)
  expect(grown).toBeLessThan(heapMax)
}, 900_000)
