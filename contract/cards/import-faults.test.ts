import { expect, test } from 'vitest'
import { hearImportFault, importFaults, sayImportFault, type ImportFaultName } from './import-faults.ts'

test('every sentence about a table of cards is known again, with what was filled in', () => {
  for (const name of Object.keys(importFaults) as ImportFaultName[]) {
    const given = Object.fromEntries([...importFaults[name].matchAll(/\{(\w+)\}/g)].map(([, key = '']) => [key, '200']))
    expect(hearImportFault(sayImportFault(name, given))).toEqual({ name, given })
  }
  expect(hearImportFault('Words of somebody else')).toBeNull()
})

test.each(['\n', '\u2028', '\u2029'])('a sentence is known again with a column of two lines in it (%j)', (between) => {
  const given = { name: `Phone${between}at work` }
  expect(hearImportFault(sayImportFault('fieldUnknown', given))).toEqual({ name: 'fieldUnknown', given })
})
