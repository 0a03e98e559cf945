import { expect, test } from 'vitest'
import { safeLink } from './safe-link.ts'

test.each([
  ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ['  http://example.com ', 'http://example.com/'],
  ['example.com/listings', 'https://example.com/listings'],
  ['HTTPS://EXAMPLE.com', 'https://example.com/'],
  ['mailto:a@example.com', 'mailto:a@example.com'],
  ['tel:+12075550142', 'tel:+12075550142'],
])('%j becomes a link', (typed, href) => {
  expect(safeLink(typed)).toBe(href)
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' java\nscript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  'https://bank.example@evil.example',
  '//evil.example',
  '/maren/home',
  'not a link',
  '',
])('%j never becomes one', (typed) => {
  expect(safeLink(typed)).toBeNull()
})
