import { expect, test, vi } from 'vitest'
import { showEarlyNotice } from './early-notice.ts'

test('a notice is announced at the start of the page, and leaves the page as it was', () => {
  const page: object[] = [{ id: 'card' }]
  const announced: unknown[] = []
  const element = {
    style: { cssText: '' },
    setAttribute: () => {},
    append: (...content: unknown[]) => announced.push(...content),
    remove: () => page.splice(page.indexOf(element), 1),
  }
  const body = { style: { cssText: 'color: red' }, prepend: (one: object) => page.unshift(one) }
  vi.stubGlobal('document', { createElement: () => element, body })
  const hide = showEarlyNotice('status', 'No Internet Connection')
  expect([page.indexOf(element), page.length, announced]).toEqual([0, 2, ['No Internet Connection']])
  hide()
  expect([page, body.style.cssText]).toEqual([[{ id: 'card' }], 'color: red'])
})
