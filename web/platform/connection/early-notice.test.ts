import { expect, test, vi } from 'vitest'
import { showEarlyNotice } from './early-notice.ts'

test('a notice is announced, and removed', () => {
  const page = new Set<object>()
  const announced: unknown[] = []
  const element = {
    style: { cssText: '' },
    setAttribute: () => {},
    append: (...content: unknown[]) => announced.push(...content),
    remove: () => page.delete(element),
  }
  const body = { style: { cssText: '' }, append: (one: object) => page.add(one) }
  vi.stubGlobal('document', { createElement: () => element, body })
  const hide = showEarlyNotice('status', 'No Internet Connection')
  expect([page.size, announced]).toEqual([1, ['No Internet Connection']])
  hide()
  expect(page.size).toBe(0)
})
