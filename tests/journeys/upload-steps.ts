import sharp from 'sharp'
import { savePicture } from '../factories/pictures.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { signedIn } from '../harness/signed-in.ts'
import { recordMessages } from '../harness/record-messages.ts'
import { aVisitor } from '../harness/visitor.ts'

const app = await siteApp()
export const photo = (background: string, width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

export const asFile = (buffer: Buffer, name = 'me.jpg', mimeType = 'image/jpeg') => ({ name, mimeType, buffer })

/** An owner at their portrait, which is red at first. */
export async function anOwner(options: Parameters<typeof aVisitor>[0] = {}) {
  const card = await aCard(app.deps)
  await savePicture(app.deps, app.deps.db, card.id, 'profile', await photo('#b01010'))
  const owner = await signedIn(app, card.id)
  const visitor = await aVisitor(options)
  await visitor.setSession(owner.cookie)
  const showsMessage = await recordMessages(visitor.page)
  await visitor.open(`/account/edit/${card.alias}/profile`)
  const { page } = visitor
  const field = page.getByRole('group', { name: 'Profile photo' })
  const now = field.getByRole('img', { name: 'Current Profile photo' })
  const choose = field.getByLabel('Replace: Profile photo')
  const dialog = page.getByRole('dialog', { name: 'Profile photo' })
  // Elements that need a script show that it runs.
  await field.locator('input:enabled').first().waitFor({ state: 'attached' })
  const stage = dialog.getByRole('application')
  return {
    card,
    page,
    field,
    now,
    choose,
    dialog,
    stage,
    showsMessage,
    allow: visitor.allow,
    open: (section: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: section }).click(),
    [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose](),
  }
}

export const uploads = '**/upload-picture/**'
