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
})
