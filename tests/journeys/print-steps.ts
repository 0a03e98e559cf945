import sharp from 'sharp'
import { expect } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { savePicture } from '../factories/pictures.ts'
import { signedIn } from '../harness/signed-in.ts'
import { siteApp } from '../harness/site-app.ts'
import { aVisitor } from '../harness/visitor.ts'

const app = await siteApp()

export async function anOwner({
  card: fields = {},
  ...device
}: { card?: Parameters<typeof aCard>[1] } & Parameters<typeof aVisitor>[0] = {}) {
  const card = await aCard(app.deps, { eCardBackgroundImage: 'scene', ...fields })
  const picture = await sharp({ create: { width: 900, height: 1125, channels: 3, background: '#b01010' } })
    .jpeg()
    .toBuffer()
  for (const kind of ['profile', 'background'] as const) await savePicture(app.deps, app.deps.db, card.id, kind, picture)
  const visitor = await aVisitor({ on: 'desktop', ...device })
  await visitor.setSession((await signedIn(app, card.id)).cookie)
  const { page, open, allow } = visitor
  return { card, page, open, allow, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

export type Owner = Awaited<ReturnType<typeof anOwner>>

export const preview = ({ page }: Owner) => page.getByRole('region', { name: 'Preview' }).getByRole('img', { name: /The code opens/ })

/** The sizes of the pages of a PDF, in points. */
export async function pagesOf({ page }: Owner): Promise<number[][]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength([...pdf.matchAll(/\/MediaBox/g)].length)
  return [...pdf.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)].map(([, width, height]) => [
    Math.round(Number(width)),
    Math.round(Number(height)),
  ])
}
