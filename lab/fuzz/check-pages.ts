import type { Browser } from 'playwright-core'
import { cardPages, ownerPages, sidePages } from '#contract/pages.ts'
import { adminPaths } from './page-paths.ts'
import { trap } from './strange.ts'
import type { Target } from './target.ts'
import type { Person, World } from './world.ts'

/** `found`: texts that became markup, each with its page. `withPayload`: how many pages contain a payload. */
export type PageCheck = { pages: number; withPayload: number; found: string[] }

/** Opens the fuzzed cards, owner pages and admin pages in a browser. No text may have become markup. */
export async function checkPages(browser: Browser, { port }: Target, world: World): Promise<PageCheck> {
  const checked: PageCheck = { pages: 0, withPayload: 0, found: [] }
  const { own, other, admin } = world
  await walk(null, [own, other, admin].flatMap(cardPaths))
  await walk(own, [...ownPaths(own), '/account', `/account/edit/${own.alias}`])
  await walk(
    admin,
    adminPaths.map((path) => fill(path, admin)),
  )
  return checked

  async function walk(as: Person | null, paths: readonly string[]) {
    const origin = `http://localhost:${port}`
    const context = await browser.newContext({ baseURL: origin })
    try {
      const [name = '', value = ''] = as?.cookie.split('=') ?? []
      if (as) await context.addCookies([{ name, value, url: origin.replace('http:', 'https:'), sameSite: 'Strict' }])
      const page = await context.newPage()
      page.on('dialog', (dialog) => {
        checked.found.push(`${page.url()}: a dialog`)
        void dialog.dismiss()
      })
      await page.addInitScript(setTrap)
      for (const path of paths) {
        const answer = await page.goto(path, { waitUntil: 'load' })
        if ((answer?.status() ?? 500) >= 500) checked.found.push(`${path}: status ${answer?.status()}`)
        const found = await page.evaluate(findMarkup)
        checked.found.push(...found.map((what) => `${path}: ${what}`))
        checked.pages++
        if ((await page.content()).includes(trap)) checked.withPayload++
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

/** Runs in a page before anything else: records dialogs and policy violations. */
export function setTrap() {
  const caught: string[] = []
  Reflect.set(globalThis, '__caught', caught)
  for (const name of ['alert', 'confirm', 'prompt'] as const) Reflect.set(globalThis, name, () => caught.push(name))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => caught.push(`${violatedDirective} ${blockedURI}`))
}

/** Runs in a page: everything that ran, or became markup from text. */
export function findMarkup(): string[] {
  const found: string[] = []
  if (Reflect.get(globalThis, '__ran') !== undefined) found.push('it ran')
  const caught: unknown = Reflect.get(globalThis, '__caught')
  if (Array.isArray(caught)) found.push(...caught.map(String))
  const leads = ['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'poster', 'srcdoc']
  for (const element of document.querySelectorAll('*'))
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on')) found.push(`<${element.localName} ${name}>`)
      const plain = [...value].filter((letter) => letter > ' ').join('')
      if (leads.includes(name) && /^(javascript|vbscript|data:text(?!\/csv;)|file|blob:https:\/\/evil)/i.test(plain))
        found.push(`<${element.localName} ${name}="${value.slice(0, 60)}">`)
      if (
        leads.includes(name) &&
        /^(https?:)?[/\\]{2}evil\.example/.test(plain) &&
        element.getAttribute('rel')?.includes('noopener') !== true
      )
        found.push(`<${element.localName} ${name}="${value.slice(0, 60)}"> without rel`)
      if (name === 'style' && /javascript:|url\(/i.test(value) && value.includes('__ran')) found.push(`<${element.localName} style>`)
    }
  const foreign = 'img[src="x"], math, mglyph, animate, iframe[srcdoc], base, meta[http-equiv="refresh"], marquee'
  for (const element of document.querySelectorAll(foreign)) found.push(`<${element.localName}>`)
  for (const element of document.querySelectorAll('script[type="application/ld+json"]')) {
    try {
      JSON.parse(element.textContent)
    } catch {
      found.push('JSON-LD that is not JSON')
    }
  }
  return found
}
