import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { aCard } from '../../../tests/factories/cards.ts'
import { theApp } from '../../../tests/harness/app.ts'
import { Card } from '#contract/cards/cards.ts'
import { previewVersion } from '#common/preview-version.ts'
import { changeCard } from '../editor/change-card.ts'

const app = await theApp()

const show = (alias: string, version = 'latest') => app.ask(`/api/public/client-preview/${alias}/${version}`)
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
const current = async (alias: string) => previewVersion(Card.parse((await app.call('cards.read', { params: { alias } }))['{product}']))

describe('cards.preview', () => {
  test.each([
    { firstName: 'Ada', lastName: 'Winter' },
    { fullName: 'Wolfeschlegelsteinhausenbergerdorff Hubert Blaine the Younger of Port Hadley and the Sound', title: 'x'.repeat(200) },
    { fullName: 'شيماء عبد الرحمن', companyName: '<b>Bold & "Quoted"</b>' },
    { fullName: '', title: '', companyName: '', eCardBackgroundColor: '#ffffff', eCardTextColor: '#ffffff' },
  ])('%o is a JPEG of 1200 by 630 that every chat takes', async (fields) => {
    const { alias } = await aCard(app.deps, fields)
    const picture = await bytesOf(await show(alias))
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    expect(picture.length).toBeLessThan(300_000)
  })

  test('a new name changes the image and its address; the old address serves it too', async () => {
    const { id, alias } = await aCard(app.deps)
    const before = await current(alias)
    const first = await show(alias, before)
    expect(first.headers.get('cache-control')).toContain('immutable')
    await changeCard(app.deps, id, { fullName: 'Another Name' })
    expect(await current(alias)).not.toBe(before)
    const second = await show(alias, before)
    expect(second.headers.get('cache-control')).not.toContain('immutable')
    expect((await bytesOf(second)).equals(await bytesOf(first))).toBe(false)
  })

  test('missing and disabled cards have none', async () => {
    const off = await aCard(app.deps, { isCardDisabled: true })
    for (const alias of [off.alias, 'nobody-here']) expect((await show(alias)).status).toBe(404)
  })
})
