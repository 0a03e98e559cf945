import { describe, expect, test } from 'vitest'
import { promptDelayMs } from '#contract/constants.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { eventually } from '../harness/eventually.ts'
import { install, readState, aFifthLoad, waitForCount } from './prompts-steps.ts'

describe('the install prompt', () => {
  test('PROMPT-1 PROMPT-2 appears at the fifth load after its delay; counting restarts', async () => {
    await using load = await aFifthLoad({ state: { visitCount: 4 } })
    const { page, clock, open, alias } = load
    await clock.timer(promptDelayMs.install)
    await waitForCount(page, alias, 5)
    await clock.runFor(5000)
    expect(await install(page).count()).toBe(0)

    await open()
    await clock.timer(promptDelayMs.install)
    await waitForCount(page, alias, 6)
    await clock.runFor(promptDelayMs.install - 100)
    expect(await install(page).count()).toBe(0)
    await clock.runFor(200)
    await clock.resume()
    await install(page).waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
    await install(page).getByRole('button', { name: 'Not now' }).click()
    await install(page).waitFor({ state: 'detached' })
    await eventually(async () => expect(await readState(page, alias)).toMatchObject({ visitCount: 1, installDiscarded: false }))
  })
})
