import { expect, test } from 'vitest'
import { iconsIn } from './split-icons.ts'

test('a module’s icons are the names it has as strings', () => {
  expect([...iconsIn('jsx(Icon, { name: isBad ? "circle-alert" : "check" }); const row = { icon: \'mail\' }')]).toEqual([
    'check',
    'circle-alert',
    'mail',
  ])
  expect([...iconsIn('t("check.this"); "mailbox"; mail; `menu`')]).toEqual([])
})

test('a string that is compared, names an element, or that an element is found by, is no icon', () => {
  expect([
    ...iconsIn(
      'target.id === "share"; "share" in navigator; jsx("link", {}); createElement("menu"); jsx("nav", { className: "dock", id: "menu", popoverTarget: "share" })',
    ),
  ]).toEqual([])
})
