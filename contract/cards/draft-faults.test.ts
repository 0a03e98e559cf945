import { expect, test } from 'vitest'
import { draftFaults, hearFault, sayFault, type DraftFaultName } from './draft-faults.ts'

test('every sentence about a draft can be said in another language: it is known again, with what was filled in', () => {
  for (const name of Object.keys(draftFaults) as DraftFaultName[]) {
    const given = Object.fromEntries([...draftFaults[name].matchAll(/\{(\w+)\}/g)].map(([, key = '']) => [key, '200']))
    expect(hearFault(sayFault(name, given))).toEqual({ name, given })
  }
  expect(hearFault('Words of somebody else')).toBeNull()
})
