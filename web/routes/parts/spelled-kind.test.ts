import { expect, test } from 'vitest'
import { shortName } from '#contract/service-names.ts'
import { spelledKind } from './spelled-kind.ts'

test.each([
  ['Linked In', 'LinkedIn', 'LinkedIn'],
  ['Whatsapp', 'WhatsApp', 'WhatsApp'],
  ['Facebook Business', 'Facebook', 'Facebook Business'],
  ['Better Business Bureau', 'BBB', 'Better Business Bureau'],
  ['Instagram', 'Instagram', 'Instagram'],
])('%s reads %s where room is short, and %s in a list to choose from', (name, short, spelled) => {
  const kind = { gradeServiceId: 7, serviceName: name, capabilities: 25 }
  expect([shortName(name), spelledKind(kind).serviceName]).toEqual([short, spelled])
})
