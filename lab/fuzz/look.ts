import type { Browser } from 'playwright-core'
import { cardPages, ownerPages, sidePages } from '#contract/pages.ts'
import { findMarkup, setTrap } from './find-markup.ts'
import { operatorPaths } from './page-paths.ts'
import { trap } from './strange.ts'
import type { Target } from './target.ts'
import type { Person, World } from './world.ts'

/** `found`: what words became, with its page. `wordy`: how many pages showed a word that would have run. */
export type Looked = { pages: number; wordy: number; found: string[] }

/** Opens what was thrown at in a browser: the cards, their owners' pages and the desk. Nothing on them may have come of a word. */
export async function look(browser: Browser, { port }: Target, world: World): Promise<Looked> {
  const looked: Looked = { pages: 0, wordy: 0, found: [] }
  const { own, other, operator } = world
  await walk(null, [own, other, operator].flatMap(cardPaths))
  await walk(own, [...ownPaths(own), '/account', `/account/edit/${own.alias}`])
  await walk(
    operator,
    operatorPaths.map((path) => fill(path, operator)),
  )
  return looked

  async function walk(as: Person | null, paths: readonly string[]) {
    const origin = `http://localhost:${port}`
    const context = await browser.newContext({ baseURL: origin })
    try {
      const [name = '', value = ''] = as?.cookie.split('=') ?? []
      if (as) await context.addCookies([{ name, value, url: origin.replace('http:', 'https:'), sameSite: 'Strict' }])
      const page = await context.newPage()
      page.on('dialog', (dialog) => {
        looked.found.push(`${page.url()}: a dialog`)
        void dialog.dismiss()
      })
      await page.addInitScript(setTrap)
      for (const path of paths) {
        const answer = await page.goto(path, { waitUntil: 'load' })
        if ((answer?.status() ?? 500) >= 500) looked.found.push(`${path}: status ${answer?.status()}`)
        const found = await page.evaluate(findMarkup)
        looked.found.push(...found.map((what) => `${path}: ${what}`))
        looked.pages++
        if ((await page.content()).includes(trap)) looked.wordy++
      }
    } finally {
      await context.close()
    }
  }
}

const cardPaths = ({ alias }: Person) =>
  [...Object.values(cardPages).map(({ segment }) => segment), ...Object.values(sidePages)].map((segment) => `/${alias}/${segment}`)
const ownPaths = ({ alias, contactId = '' }: Person) => [
  ...Object.values(ownerPages).map((segment) => `/${alias}/${segment}`),
  `/${alias}/my-contacts?contact=${contactId}`,
]

const fill = (path: string, { alias, importId = '', mailId = '' }: Person) =>
  path.replace(':alias', alias).replace(':import', importId).replace(':mail', mailId).replace(/:\w+/, 'x')
