import { expect, test } from 'vitest'
import { neutralize } from '../fields/formatted-text-field.tsx'

test.each([
  ['<p style="color:red" onclick=\'x()\'>a</p>', '<p data-style="color:red" data-onclick=\'x()\'>a</p>'],
  ['<img src=x\nONERROR=x()>', '<img src=x\ndata-ONERROR=x()>'],
  ['a<style>p{}</style><script>x()</SCRIPT >b', 'ab'],
  ['a<!-- <style> -->b', 'ab'],
  ['My style = yours, on = off', 'My style = yours, on = off'],
  ['<a href="https://example.com/?a=1&style=2">a</a>', '<a href="https://example.com/?a=1&style=2">a</a>'],
])('ACCOUNT-2 neutralizes %j completely', (html, left) => {
  expect(neutralize(html)).toBe(left)
})
