import { expect, test } from 'vitest'
import { omitDesktopStyles } from './omit-desktop-styles.ts'

test('a phone’s page loses the styles for desktop widths, and nothing else', () => {
  const desktop = '@media (width>=1024px){.a{color:red;&:hover{color:blue}}@supports (x:y){.b{top:0}}}'
  expect(
    omitDesktopStyles(
      `<style data-precedence="base" data-href="card">@container (width<9em){.a{left:0}}${desktop}.c{top:1px}${desktop}</style><p>${desktop}</p>`,
    ),
  ).toBe(`<style data-precedence="base" data-href="card">@container (width<9em){.a{left:0}}.c{top:1px}</style><p>${desktop}</p>`)
  expect(omitDesktopStyles('<style data-precedence="part">@media (width>=768px){.a{left:0}}</style>')).toContain('.a{left:0}')
})
