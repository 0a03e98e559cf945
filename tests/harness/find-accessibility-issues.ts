import { readFile } from 'node:fs/promises'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

/** The minified build: the unminified one that the package exports takes twice as long to send to a page. */
const axe = await readFile(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
const checkedPages = new WeakSet<Page>()

/**
 * Accessibility violations, missing messages and blank icons, one line each; a good page has none. Colors are checked after their
 * transitions. With `within`, violations in this part only: on a page whose other parts are checked elsewhere.
 */
export async function findAccessibilityIssues(page: Page, within = 'html'): Promise<string[]> {
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const violations = await findViolations(page, { runOnly, within })
  return [...violations, ...(await findKeys(page)), ...(await findBlankIcons(page))]
}

/** What the dark scheme changes on a page that has no issue in the light one. */
const findColorIssues = (page: Page) =>
  findViolations(page, { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }, within: 'html' })
export const inBothSchemes = [
  ['light', findAccessibilityIssues],
  ['dark', findColorIssues],
] as const

type Search = { runOnly: NonNullable<RunOptions['runOnly']>; within: string }

async function findViolations(page: Page, search: Search): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(axe)
    // A test that checks a second document will check more: those load axe themselves.
    if (checkedPages.has(page)) await page.addInitScript({ content: axe })
    checkedPages.add(page)
  }
  const violations = await page.evaluate(runAxe, search)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
  )
}

/** Runs in the page. */
async function runAxe({ runOnly, within }: Search) {
  // Finishes transitions: a page that renders no frame never starts a pending one.
  for (const one of document.getAnimations())
    if (one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity) one.finish()
  const loaded = Reflect.get(globalThis, 'axe') as { run(within: string, options: RunOptions): Promise<AxeResults> }
  return (await loaded.run(within, { resultTypes: ['violations'], runOnly })).violations
}

const keys = new Set(Object.keys(JSON.parse(await readFile(new URL('../../messages/en-US.json', import.meta.url), 'utf8'))))

/** Messages that are rendered as their key because their part of the catalog was not loaded. */
async function findKeys(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() =>
    [...document.querySelectorAll('title, body *:not(script, style, code)')]
      .flatMap((element) => [
        ...[...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '')),
        ...['aria-label', 'aria-description', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
      ])
      .filter((text) => /^\S+\.\S+$/.test(text.trim())),
  )
  return texts.filter((text) => keys.has(text.trim())).map((text) => `the key ${text} instead of its message`)
}

/** Icons without a shape: neither a script nor a symbol of the page has their path. Hidden ones count. */
async function findBlankIcons(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('svg.i')].flatMap((icon) => {
      const href = icon.querySelector('use')?.getAttribute('href') ?? ''
      const hasShape = href.startsWith('#')
        ? document.querySelector(`${href} path[d]`)
        : href || icon.querySelector('path')?.getAttribute('d')
      return hasShape ? [] : [`a blank icon in ${icon.parentElement?.outerHTML.slice(0, 200)}`]
    }),
  )
}
