import { expect, test } from 'vitest'
import { readable } from './lender-reviews.ts'

test.each([
  ['ARM5', 'ARM 5'],
  ['LowOrNoDown', 'Low or no down'],
  ['InterestOnly', 'Interest only'],
  ['HELOC20Year', 'HELOC 20 year'],
  ['HomeEquity30YearDueIn15', 'Home equity 30 year due in 15'],
  ['FHA', 'FHA'],
  ['FHALoan', 'FHA loan'],
  ['Conventional', 'Conventional'],
  ['new_construction', 'New construction'],
  ['住宅', '住宅'],
  ['', ''],
])('REV-3 a value without a label: %j reads %j', (word, read) => {
  expect(readable(word)).toBe(read)
})
