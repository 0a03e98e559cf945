import { expect, test } from 'vitest'
import { formatDate } from './format-date.ts'

const may = (day: number, hour = 10) => new Date(Date.UTC(2026, 4, day, hour))
const inWords = (language: string, how: Intl.DateTimeFormatOptions, date: Date) =>
  formatDate(new Intl.DateTimeFormat(language, { ...how, timeZone: 'UTC' }), date)

test('the first of a month is “1er” in French', () => {
  expect(inWords('fr-FR', { dateStyle: 'long' }, may(1))).toBe('1er mai 2026')
  expect(inWords('fr-CA', { month: 'long', day: 'numeric' }, may(1))).toBe('1er mai')
  expect(inWords('fr-FR', { dateStyle: 'long' }, may(21))).toBe('21 mai 2026')
  expect(inWords('en-US', { dateStyle: 'long' }, may(1))).toBe('May 1, 2026')
  expect(inWords('ro', { dateStyle: 'long' }, may(1))).toBe('1 mai 2026')
})

test('a time and a date in digits stay as they are', () => {
  expect(inWords('fr-CA', { hour: 'numeric', minute: '2-digit' }, may(1, 1))).not.toContain('er')
  expect(inWords('fr-FR', { dateStyle: 'short' }, may(1))).toBe('01/05/2026')
})
