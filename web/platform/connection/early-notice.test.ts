import { expect, test, vi } from 'vitest'
import { showEarlyNotice } from './early-notice.ts'

test.each([
  ['over everything', () => {}],
  ['at the end of the page in a browser without popovers', undefined],
])('a notice is shown %s', (_where, showPopover) => {
  const page = new Set<object>()
  const announced: unknown[] = []
  const element = {
    style: {},
    setAttribute: () => {},
    showPopover,
    append: (...content: unknown[]) => announced.push(...content),
    remove: () => page.delete(element),
  }
  vi.stubGlobal('document', { createElement: () => element, body: { append: (one: object) => page.add(one) } })
  const hide = showEarlyNotice('status', 'No Internet Connection')
  expect([page.size, announced]).toEqual([1, ['No Internet Connection']])
  hide()
  expect(page.size).toBe(0)
})
