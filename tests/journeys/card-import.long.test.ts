import { describe, expect, test } from 'vitest'
import { aVisitor } from '../harness/visitor.ts'
import { aName, registerAccount } from './sign-up-steps.ts'

type Visitor = Awaited<ReturnType<typeof aVisitor>>

const fileOf = (name: string, text: string | Buffer) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })
const click = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true }).click()

describe('a new card begins with one from elsewhere', () => {
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
