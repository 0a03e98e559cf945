import { expect, test } from 'vitest'
import { withoutDone } from './admin-places.ts'

test.each([
  ['/admin/cards?q=ruth&done=cardsPlan&about=PRO+0+0,ruth&page=2#list', '/admin/cards?q=ruth&page=2#list'],
  ['/admin/cards/ruth?done=cardDown', '/admin/cards/ruth'],
  ['/admin/audit?about=cards', '/admin/audit?about=cards'],
])('the address %s no longer names the last form once it was reported', (href, expected) => {
  expect(withoutDone(`https://carte.example${href}`)).toBe(`https://carte.example${expected}`)
})
