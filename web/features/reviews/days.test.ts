import { describe, expect, test } from 'vitest'
import { dateFormatter, readDay } from './days.ts'

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

describe('dateFormatter', () => {
  test.each([
    ['en', 'May 21, 2025', 'May 2025'],
    ['fr-FR', '21 mai 2025', 'mai 2025'],
    ['ro', '21 mai 2025', 'mai 2025'],
  ] as const)('REV-1 formats dates in the reader’s language: %s', (language, whole, month) => {
    expect(dateFormatter(language, 'whole')('2025-05-21')).toEqual({ iso: '2025-05-21', text: whole })
    expect(dateFormatter(language, 'month')('05/21/2025')).toEqual({ iso: '2025-05-21', text: month })
  })

  test('shows a date that is not a date as written', () => {
    expect(dateFormatter('en', 'whole')(' last spring ')).toEqual({ iso: '', text: 'last spring' })
    expect(dateFormatter('en', 'whole')(' ')).toBeNull()
  })
})
