import { readFile } from 'node:fs/promises'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** The minified build: the unminified one that the package exports takes twice as long to send to a page. */
const axe = await readFile(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
const seen = new WeakSet<Page>()

/** Accessibility violations, missing messages and blank icons, one line each; a good page has none. Waits for color transitions to end. */
export async function findBarriers(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(axe)
    // Whoever looks at a second document of the same page will look at more: those load it themselves.
    if (seen.has(page)) await page.addInitScript({ content: axe })
    seen.add(page)
  }
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(ending.map(({ finished }) => finished.catch(() => {})))
  })
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(
    'axe.run(document, { resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })',
  )
  const barriers = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
  )
  return [...barriers, ...(await findKeys(page)), ...(await findBlankIcons(page))]
}

const keys = new Set(Object.keys(JSON.parse(await readFile(new URL('../../messages/en-US.json', import.meta.url), 'utf8'))))

/** Messages that a page shows by their key because their part of the catalog was not loaded. */
async function findKeys(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() =>
    [...document.querySelectorAll('title, body *:not(script, style, code)')].flatMap((element) => [
      ...[...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '')),
      ...['aria-label', 'aria-description', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    ]),
  )
  return texts.filter((text) => keys.has(text.trim()) && text.includes('.')).map((text) => `the key ${text} instead of its message`)
}

/** Icons without a shape: their path is in no script of the page, or their symbol nowhere in it. Hidden ones count. */
async function findBlankIcons(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('svg.i')].flatMap((icon) => {
      const href = icon.querySelector('use')?.getAttribute('href') ?? ''
      const isDrawn = href.startsWith('#')
        ? document.querySelector(`${href} path[d]`)
        : href || icon.querySelector('path')?.getAttribute('d')
      return isDrawn ? [] : [`a blank icon in ${icon.parentElement?.outerHTML.slice(0, 200)}`]
    }),
  )
}
