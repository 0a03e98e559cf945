import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'

export async function check(page: Page) {
  expect(await findAccessibilityIssues(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
}
