import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** What keeps somebody out of a page, one line each; nothing is what we want. Colours that are still changing are let arrive. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(ending.map(({ finished }) => finished.catch(() => {})))
  })
  const { violations } = await page.evaluate<AxeResults>(
    'axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })',
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
  )
}
