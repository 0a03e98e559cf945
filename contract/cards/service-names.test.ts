import { expect, test } from 'vitest'
import { brandName, shortName } from './service-names.ts'

test.each([
  ['Linked In', 'LinkedIn', 'LinkedIn'],
  ['Whatsapp', 'WhatsApp', 'WhatsApp'],
  ['Facebook Business', 'Facebook Business', 'Facebook'],
  ['Better Business Bureau', 'Better Business Bureau', 'BBB'],
  ['Instagram', 'Instagram', 'Instagram'],
])('%s is %s, and %s where there is little room', (name, brand, short) => {
  expect([brandName(name), shortName(name)]).toEqual([brand, short])
})
