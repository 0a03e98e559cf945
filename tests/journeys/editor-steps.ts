import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { recordMessages } from '../harness/record-messages.ts'
import { signedIn } from '../harness/signed-in.ts'
import { siteApp } from '../harness/site-app.ts'
import { aVisitor } from '../harness/visitor.ts'

/** The section is loaded and handles input. */
export const waitForSection = (page: Page) => page.locator(':not([inert]) > [data-section] .group').first().waitFor({ state: 'attached' })
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** An owner in a section of their card's editor. */
export async function anOwner(section = 'profile', options: Parameters<typeof aVisitor>[0] = {}) {
  const app = await siteApp()
  const card = await aCard(app.deps)
  const owner = await signedIn(app, card.id)
  const visitor = await aVisitor({ reducedMotion: 'reduce', ...options })
  await visitor.setSession(owner.cookie)
  const waitForMessage = await recordMessages(visitor.page)
  const openSection = async (name: string, page = visitor.page) => {
    await page.goto(`/account/edit/${card.alias}/${name}`)
    await waitForSection(page)
  }
  await openSection(section)
  const readDraft = async () => (await owner.call('cards.editor', { params: { alias: card.alias } })).draft.fields
  return {
    ...visitor,
    alias: card.alias,
    openSection,
    readDraft,
    async waitForDraft(fields: object) {
      await expect.poll(readDraft).toEqual(fields)
    },
    /** Once in each document: what was shown stays recorded. */
    waitForToast: (text: string) => waitForMessage('toast', text),
    cookie: owner.cookie,
    [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose](),
  }
}

/** Accessibility issues in a window as high as the page: in a smaller one, bars cover what the page scrolls clear of them. */
export async function findEditorIssues(page: Page): Promise<string[]> {
  const usual = page.viewportSize()
  if (!usual) throw new Error('The window has no size of its own.')
  await page.setViewportSize({ ...usual, height: await page.evaluate(() => document.documentElement.scrollHeight) })
  const issues = await findAccessibilityIssues(page)
  await page.setViewportSize(usual)
  return issues
}

/** The public data of a card, as another server sends it: it learns of a change a moment later. */
export async function readPublicCard(alias: string): Promise<string> {
  const app = await siteApp()
  const answer = await app.fetch(new Request(new URL(`/remote/api/public/e-card-by-alias/${alias}`, app.deps.settings.publicUrl)))
  return answer.text()
}
