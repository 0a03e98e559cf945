import { readFile } from 'node:fs/promises'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** The minified build: the unminified one that the package exports takes twice as long to send to a page. */
const axe = await readFile(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
const checkedPages = new WeakSet<Page>()

/** Accessibility violations, missing messages and blank icons, one line each; a good page has none. Colors are checked after their transitions. */
export async function findAccessibilityIssues(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(axe)
    // A test that checks a second document will check more: those load axe themselves.
    if (checkedPages.has(page)) await page.addInitScript({ content: axe })
    checkedPages.add(page)
  }
  // Finishes transitions: a page that renders no frame never starts a pending one.
  await page.evaluate(() =>
    document
      .getAnimations()
      .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity)
      .forEach((one) => one.finish()),
  )
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(
    'axe.run(document, { resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })',
  )
  const accessibilityIssues = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
  )
  return [...accessibilityIssues, ...(await findKeys(page)), ...(await findBlankIcons(page))]
}

const keys = new Set(Object.keys(JSON.parse(await readFile(new URL('../../messages/en-US.json', import.meta.url), 'utf8'))))

/** Messages that are rendered as their key because their part of the catalog was not loaded. */
async function findKeys(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() =>
    [...document.querySelectorAll('title, body *:not(script, style, code)')].flatMap((element) => [
      ...[...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '')),
      ...['aria-label', 'aria-description', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    ]),
  )
  return texts.filter((text) => keys.has(text.trim()) && text.includes('.')).map((text) => `the key ${text} instead of its message`)
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
