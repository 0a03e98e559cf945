import { devices, type BrowserContextOptions, type Page } from 'playwright-core'
import { recordMessages } from '../harness/record-messages.ts'
import { aVisitor } from '../harness/visitor.ts'

export const iphone = devices['iPhone 13'].userAgent.replace('15_0', '17_4')
export const android = devices['Pixel 7'].userAgent

/** A visitor on the install page. */
export async function openInstallPage({
  path = '/maren/install',
  ...options
}: Parameters<typeof aVisitor>[0] & { path?: string } & BrowserContextOptions = {}) {
  const visitor = await aVisitor({ userAgent: iphone, ...options })
  const showsMessage = await recordMessages(visitor.page)
  await visitor.open(path)
  if (options.javaScriptEnabled !== false) await visitor.page.locator('main[data-system]').waitFor()
  return { ...visitor, showsMessage }
}

export const steps = (page: Page) => page.getByRole('list').and(page.locator('.install-way ol, .install-here ol')).getByRole('listitem')
