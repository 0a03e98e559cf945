import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'
import { aName, registerAccount } from './sign-up-steps.ts'

type Visitor = Awaited<ReturnType<typeof aVisitor>>

const fileOf = (name: string, text: string | Buffer) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })
const click = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true }).click()

async function aVCard() {
  const create = { width: 500, height: 500, channels: 3, background: '#1d6c54' } as const
  const photo = await sharp({ create }).jpeg().toBuffer()
  return `BEGIN:VCARD\r\nVERSION:3.0\r\nN:Berg;Ida;;;\r\nFN:Ida Berg\r\nTITLE:Bookbinder\r\nORG:Berg & Daughters\r\nTEL;TYPE=CELL:(207) 555-0101\r\nTEL;TYPE=WORK:(207) 555-0102\r\nURL:https://instagram.com/ida\r\nURL:https://www.linkedin.com/in/ida\r\nPHOTO;ENCODING=b;TYPE=JPEG:${photo.toString('base64')}\r\nEND:VCARD\r\n`
}

describe('a new card begins with one from elsewhere', () => {
  test('ACCOUNT-1 a vCard on a phone fills the form, and publishes nothing by itself', async () => {
    await using visitor = await aVisitor()
    const { page } = visitor
    const owner = await registerAccount(visitor, `Ida ${aName()}`)
    await visitor.open('/account/new')
    await hydrate(page)
    const alias = await page.getByLabel('Card address', { exact: true }).inputValue()
    await click(visitor, 'Bring your card from elsewhere')
    await page.getByRole('heading', { name: 'Bring your card from elsewhere' }).waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
    await page.getByLabel('Choose a file').setInputFiles(fileOf('ida.vcf', await aVCard()))
    await click(visitor, 'Read the file')
    await page.getByRole('heading', { name: 'Here’s what we found' }).waitFor()
    await page.getByRole('img', { name: 'The photo we found' }).waitFor()
    await page.getByText('(207) 555-0102: a card has one of these.').waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
    await page.getByRole('checkbox', { name: /LinkedIn/ }).uncheck()
    await click(visitor, 'Use these')

    await page.getByText('Imported as a draft: photo, 1 link.').waitFor()
    expect(await page.getByLabel('Card address', { exact: true }).inputValue()).toBe(alias)
    await hydrate(page)
    await click(visitor, 'Continue')
    for (const [label, value] of [
      ['Your name', 'Ida Berg'],
      ['Job title', 'Bookbinder'],
      ['Company', 'Berg & Daughters'],
      ['Mobile phone', '(207) 555-0101'],
    ] as const)
      await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe(value)
    await page.reload()
    await expect.poll(() => page.getByLabel('Job title').inputValue()).toBe('Bookbinder')
    await click(visitor, 'Create my card')
    await page.waitForURL(`**/account/new/${alias}/photo`)
    await page.getByRole('img', { name: 'Current Photo' }).waitFor()
    await click(visitor, 'Continue')
    await page.waitForURL('**/look')
    await click(visitor, 'Continue')
    await page.waitForURL('**/links')
    await page.getByLabel('Type of link: https://instagram.com/ida').waitFor()
    const visible = async () => {
      await using stranger = await aVisitor()
      await stranger.open(`/${alias}/home`)
      const profile = await stranger.page.request.get(`/api/public/client-image/${alias}/ProfileImage/latest`, {
        headers: { accept: 'image/webp' },
      })
      return { links: await stranger.page.getByRole('link', { name: /Instagram/ }).count(), photo: profile.headers()['content-type'] }
    }
    expect(await visible()).toMatchObject({ links: 0 })
    await click(visitor, 'Finish')
    await page.getByRole('heading', { name: 'Your card is live' }).waitFor()
    const { links, photo } = await visible()
    expect([links > 0, photo]).toEqual([true, 'image/webp'])
    expect((await owner.call('cards.editor', { params: { alias } })).draft.fields).toEqual({})
  })

  test('ACCOUNT-1 a CSV without scripts: a line for each mistake, and input stays', async () => {
    await using visitor = await aVisitor({ javaScriptEnabled: false })
    const { page } = visitor
    await registerAccount(visitor, `Ida ${aName()}`)
    await visitor.open('/account/new')
    const alias = `${aName()}-own`
    await page.getByLabel('Card address', { exact: true }).fill(alias)
    await click(visitor, 'Bring your card from elsewhere')
    const choose = async (name: string, text: string | Buffer) => {
      await page.getByLabel('Choose a file').setInputFiles(fileOf(name, text))
      await click(visitor, 'Read the file')
    }
    await click(visitor, 'Read the file')
    await page.getByText('Choose a file first.').waitFor()
    for (const [name, text, line] of [
      ['empty.vcf', '', 'That file is empty.'],
      ['letter.txt', 'Dear Sir or Madam', 'We can’t read that type of file.'],
      ['cards.xlsx', Buffer.from([0x50, 0x4b, 3, 4]), 'That’s a spreadsheet or a ZIP file.'],
      ['stock.csv', 'SKU,Price\n1,2\n', 'We don’t know any column of that file.'],
      ['large.csv', Buffer.alloc(2_200_000, 'a'), 'That file is over 2 MB.'],
    ] as const) {
      await choose(name, text)
      await page.getByText(line).waitFor()
    }
    await page.getByLabel('Address of a public page').fill('https://127.0.0.1/')
    await click(visitor, 'Read the page')
    await page.getByText('We couldn’t read that page.').waitFor()
    expect(await page.getByLabel('Address of a public page').inputValue()).toBe('https://127.0.0.1/')

    await choose('team.csv', 'Name,Job Title,Website\nIda Berg,Bookbinder,https://berg.example\nOtto Lind,"=1+1",\n')
    await click(visitor, 'Choose Ida Berg')
    await page.getByRole('heading', { name: 'Here’s what we found' }).waitFor()
    await click(visitor, 'Use these')
    expect(await page.getByLabel('Card address', { exact: true }).inputValue()).toBe(alias)
    await click(visitor, 'Continue')
    expect(await page.getByLabel('Job title').inputValue()).toBe('Bookbinder')
    await click(visitor, 'Create my card')
    await page.waitForURL(`**/account/new/${alias}/photo`)
  })
})
