import { describe, expect, test } from 'vitest'
import { bytes, count } from './amounts.ts'
import { sanitize } from './sanitize.ts'
import { pairLines, tableLines, widthOf, wrap } from './table.ts'

test('a name cannot move the cursor, color the screen, or forge or reverse a line', () => {
  expect(sanitize('Eve\u001b[2J\u0007\nroot\u202eevil\u009b')).toBe('Eve·[2J··root·evil·')
})

describe('a table', () => {
  const rows = [
    ['maren', 'Maren Holloway'],
    ['馬', 'Zoë 🏡'],
  ]

  test('aligns its columns in any script', () => {
    const lines = tableLines(['ALIAS', 'NAME'], rows, 80)
    expect(lines).toEqual(['ALIAS  NAME', 'maren  Maren Holloway', '馬     Zoë 🏡'])
  })

  test('fits the terminal by shrinking its widest column', () => {
    const lines = tableLines(['ALIAS', 'NAME'], [['maren', 'a very long name that goes on and on']], 24)
    expect(lines.map(widthOf).every((width) => width <= 24)).toBe(true)
    expect(lines[1]).toBe('maren  a very long name…')
  })
})

test('long values continue on indented lines, and an address is never broken', () => {
  const address = `http://localhost:3000/${'x'.repeat(60)}`
  expect(pairLines([['Bio', 'one two three four five six']], 25)).toEqual(['Bio  one two three four', '     five six'])
  expect(wrap(`see ${address}`, 20)).toEqual(['see', address])
})

test('amounts have units', () => {
  expect(count(1, 'card')).toBe('1 card')
  expect(count(1200, 'card')).toBe('1,200 cards')
  expect([bytes(999), bytes(1500), bytes(2_340_000_000)]).toEqual(['999 bytes', '1.5 KB', '2.3 GB'])
})
