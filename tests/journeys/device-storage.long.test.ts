import { describe, expect, test } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'

const app = await siteApp()

describe('what a device stores for a card', () => {
  test('HOME-3 the connected badge survives a reload and is for this card only', async () => {
    await using visitor = await aVisitor()
    await visitor.open('/maren/home')
    const badge = visitor.page.getByText('Connected', { exact: true })
    expect(await badge.isVisible()).toBe(false)

    await visitor.page.evaluate(() => localStorage.setItem('card:maren', JSON.stringify({ connected: true })))
    await visitor.page.reload()
    await badge.waitFor({ state: 'visible' })
    await visitor.open('/priya/home')
    await hydrate(visitor.page)
    expect(await badge.isVisible()).toBe(false)
  })

  test.each(['not json at all', '[]', 'null', '{"connected":"perhaps"}'])(
    'INST-3 a stored state that is %s breaks nothing',
    async (state) => {
      await using visitor = await aVisitor()
      await visitor.page.addInitScript((text) => localStorage.setItem('card:maren', text), state)
      await visitor.open('/maren/home')
      await hydrate(visitor.page)
      expect(await visitor.page.getByRole('heading', { level: 1, name: 'Maren Holloway' }).isVisible()).toBe(true)
      expect(await visitor.page.getByText('Connected', { exact: true }).isVisible()).toBe(false)
    },
  )

  test.each(['home', 'about', 'settings'])('INST-3 a device without storage shows the same %s page', async (path) => {
    const texts: string[] = []
    for (const hasStorage of [true, false]) {
      await using visitor = await aVisitor()
      if (!hasStorage) await visitor.page.addInitScript(denyStorage)
      await visitor.open(`/maren/${path}`)
      await hydrate(visitor.page)
      texts.push(await visitor.page.getByRole('main').innerText())
    }
    expect(texts[0]).not.toBe('')
    expect(texts[1]).toBe(texts[0])
  })

  test('INST-3 without storage the short-link switch stays off, and nothing breaks', async () => {
    const { alias } = await aCard(app.deps)
    await using visitor = await aVisitor()
    await visitor.page.addInitScript(denyStorage)
    await visitor.open(`/${alias}/settings`)
    await hydrate(visitor.page)
    const toggle = visitor.page.getByRole('checkbox', { name: 'Short link' })
    await toggle.click()
    expect(await toggle.isChecked()).toBe(false)
    expect(await visitor.page.getByRole('heading', { level: 1, name: 'Settings' }).isVisible()).toBe(true)
  })
})

describe('the settings page', () => {
  test('SET-1 shows the version, checks for updates, and stores the short-link switch', async () => {
    const { alias } = await aCard(app.deps)
    await using visitor = await aVisitor()
    await visitor.open(`/${alias}/settings`)
    const main = visitor.page.getByRole('main')
    await main.getByText('0.1.0').waitFor()
    const toggle = main.getByRole('checkbox', { name: 'Short link' })
    await visitor.page.waitForFunction(() => !document.querySelector<HTMLInputElement>('.settings input')?.disabled)
    await main.locator('.card-switch').click()
    await visitor.page.reload()
    await visitor.page.waitForFunction(() => document.querySelector<HTMLInputElement>('.settings input')?.checked)
    expect(await toggle.isChecked()).toBe(true)

    await visitor.page.route('**/latest-version-history/**', (route) =>
      route.fulfill({ status: 200, contentType: 'application/json', body: '{"version":"9.9.9","updates":["A better code"]}' }),
    )
    await main.getByRole('button', { name: 'Check' }).click()
    await main.getByText('Version 9.9.9 is available').waitFor()
    await main.getByText('A better code').waitFor()
  })

  test('SET-1 has debug panels with the diagnostic experiment only', async () => {
    const plain = await aCard(app.deps)
    const watched = await aCard(app.deps, { experiments: [{ name: 'DebugClientConnect', enabled: true }] })
    await using visitor = await aVisitor()
    await visitor.open(`/${plain.alias}/settings`)
    expect(await visitor.page.getByText('Collect-client status').count()).toBe(0)
    await visitor.open(`/${watched.alias}/settings`)
    await visitor.page.getByText('Collect-client status').click()
    await visitor.page.getByText('neverAskAgain').waitFor()
  })
})

/** Runs in the page. */
function denyStorage() {
  Object.defineProperty(globalThis, 'localStorage', {
    get() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
}
