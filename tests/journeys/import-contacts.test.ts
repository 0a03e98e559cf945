import type { BrowserContextOptions } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ownerHref } from '#contract/pages.ts'
import { aCard } from '../factories/cards.ts'
import { aContact } from '../factories/contacts.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { siteApp } from '../harness/site-app.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'

const app = await siteApp()

const file = `First Name,Last Name,E-mail Address,Mobile Phone,Shoe Size
Amara,Field,AMARA@example.com,,38
Tobias,Wren,tobias@example.com,(207) 555-0199,44
,,,,41
`

async function anOwner(options: BrowserContextOptions) {
  const card = await aCard(app.deps, { plan: 'PRO' })
  const owner = await signedIn(app, card.id)
  await aContact(app.deps, card.id, { name: 'Amara', lastName: 'Field', emailAddress: 'amara@example.com', viewed: true })
  const visitor = await aVisitor({ on: 'phone', ...options })
  await visitor.setSession(owner.cookie)
  await visitor.open(ownerHref(card.alias, 'contactImport'))
  if (options.javaScriptEnabled !== false) await hydrate(visitor.page)
  return { card, visitor, page: visitor.page, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

describe.each([
  ['a script', true],
  ['no script', false],
])('MYC-5 importing contacts with %s', (_, javaScriptEnabled) => {
  test('shows a preview, merges duplicates, and is undone', async () => {
    await using owner = await anOwner({ javaScriptEnabled })
    const { page } = owner
    const send = (text: string) =>
      page.getByLabel('Choose a file').setInputFiles({ name: 'book.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await send('color,size\nred,4\n')
    await page.getByRole('button', { name: 'Show preview' }).click()
    await page.getByText('None of the columns is known.').waitFor()

    await send(file)
    await page.getByRole('button', { name: 'Show preview' }).click()
    await page.getByRole('heading', { name: 'book.csv' }).waitFor()
    await page.getByText('Columns that aren’t imported: Shoe Size').waitFor()
    await page.getByText('No name, phone number or email').waitFor()
    expect(javaScriptEnabled ? await findAccessibilityIssues(page) : []).toEqual([])
    await page.getByRole('radio', { name: /Merge/ }).check({ force: true })
    await page.getByLabel('Label for all of them').fill('Fair')
    const press = async (name: string) => {
      const button = page.getByRole('button', { name })
      // Without a script the form loads a page, which is not reloaded before it is there.
      await (javaScriptEnabled ? button.click() : Promise.all([page.waitForEvent('load'), button.click()]))
    }
    await press('Import contacts')
    const done = async (state: string) => {
      const isDone = async () => {
        if (!javaScriptEnabled) {
          // If the site itself has taken the job, it is done a moment later.
          await app.deps.jobs.settle()
          await page.reload()
        }
        return page.getByText(state, { exact: true }).first().isVisible()
      }
      await expect.poll(isDone).toBe(true)
    }
    await done('Imported')
    const list = async () => {
      const { rows } = await app.deps.pool.query<{ full_name: string; tags: string[] }>(
        'select full_name, tags from contact where subject_id = $1 order by full_name',
        [owner.card.id],
      )
      return rows.map(({ full_name: name, tags }) => [name, tags.includes('Fair')])
    }
    expect(await list()).toEqual([
      ['Amara Field', true],
      ['Tobias Wren', true],
    ])
    await press('Undo import')
    await done('Undone')
    expect(await list()).toEqual([['Amara Field', false]])
  })
})
