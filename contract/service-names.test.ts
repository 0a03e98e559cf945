import { expect, test } from 'vitest'
import { shortName, spelledName } from './service-names.ts'

test.each([
  ['Linked In', 'LinkedIn', 'LinkedIn'],
  ['Whatsapp', 'WhatsApp', 'WhatsApp'],
  ['Facebook Business', 'Facebook', 'Facebook Business'],
  ['Better Business Bureau', 'BBB', 'Better Business Bureau'],
  ['Instagram', 'Instagram', 'Instagram'],
])('%s reads %s where room is short, and %s in a list to choose from', (name, short, spelled) => {
  expect([shortName(name), spelledName(name)]).toEqual([short, spelled])
})
