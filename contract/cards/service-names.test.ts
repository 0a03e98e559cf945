import { expect, test } from 'vitest'
import { brandName, shortName } from './service-names.ts'

test.each([
  ['Linked In', 'LinkedIn', 'LinkedIn'],
  ['Whatsapp', 'WhatsApp', 'WhatsApp'],
  ['Twitter', 'X', 'X'],
  ['Homelight', 'HomeLight', 'HomeLight'],
  ['Vls Homes', 'VLS Homes', 'VLS Homes'],
  ['Active Rain', 'ActiveRain', 'ActiveRain'],
  ['Facebook Business', 'Facebook Business', 'Facebook'],
  ['Better Business Bureau', 'Better Business Bureau', 'BBB'],
  ['Instagram', 'Instagram', 'Instagram'],
])('%s is shown as %s, and as %s in narrow places', (name, brand, short) => {
  expect([brandName(name), shortName(name)]).toEqual([brand, short])
})
