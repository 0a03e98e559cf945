import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Maren Holloway', 'MH'],
  ['The Oyelaran Team', 'OT'],
  ['Tess Okafor-Lindqvist', 'TO'],
  ['Bartholomew Vandersloot III', 'BV'],
  ['Sammy Davis, Jr.', 'SD'],
  ['Cher', 'C'],
  ['Élodie de la Cour', 'ÉC'],
  ['Dr. Ana María López', 'AL'],
  ['Rev. Dr. Martin Luther King Jr.', 'MK'],
  ['Hon Lee', 'HL'],
  ['Prof. Mx', 'PM'],
  ['', ''],
])('%j has the initials %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
