import { describe, expect, test } from 'vitest'
import { dayWriter, readDay } from './days.ts'

describe('readDay', () => {
  test.each([
    ['2025-05-21', '2025-05-21'],
    ['2025-06-12T21:40:00Z', '2025-06-12'],
    ['06/03/2025', '2025-06-03'],
    ['6/3/2025', '2025-06-03'],
    ['31/12/2025', null],
    ['2025-02-31', null],
    ['last spring', null],
    ['', null],
  ])('reads %j as %j', (typed, iso) => {
    expect(readDay(typed)).toBe(iso)
  })
})

describe('dayWriter', () => {
  test.each([
    ['en', 'May 21, 2025', 'May 2025'],
    ['fr-FR', '21 mai 2025', 'mai 2025'],
    ['ro', '21 mai 2025', 'mai 2025'],
  ] as const)('REV-1 writes dates in the reader’s language: %s', (language, whole, month) => {
    expect(dayWriter(language, 'whole')('2025-05-21')).toEqual({ iso: '2025-05-21', text: whole })
    expect(dayWriter(language, 'month')('05/21/2025')).toEqual({ iso: '2025-05-21', text: month })
  })

  test('the owner’s own words for a date stand as they are', () => {
    expect(dayWriter('en', 'whole')(' last spring ')).toEqual({ iso: '', text: 'last spring' })
    expect(dayWriter('en', 'whole')(' ')).toBeNull()
  })
})
