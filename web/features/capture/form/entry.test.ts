import { describe, expect, test } from 'vitest'
import { ClientData } from '#contract/contacts.ts'
import { checkEntry, hasNoIssues, noEntry, readEntry, required, type Entry } from './entry.ts'

const tobias: Entry = { ...noEntry, name: 'Tobias', lastName: 'Wren', phoneNumber: '(207) 555-0199', emailAddress: 'tobias@example.com' }

describe('a visitor’s entry', () => {
  test('CAP-1 first name, last name, phone and email are required, the rest is not', () => {
    expect(checkEntry(noEntry)).toEqual(Object.fromEntries(required.map((name) => [name, `capture.missing.${name}`])))
    expect(hasNoIssues(checkEntry(tobias))).toBe(true)
  })

  test.each(['call me', '-', '123456', '١٢٣٤٥٦٧'])('CAP-1 a phone needs seven digits: “%s”', (phoneNumber) => {
    expect(checkEntry({ ...tobias, phoneNumber })).toEqual({ phoneNumber: 'capture.wrong.phoneNumber' })
  })

  test.each([
    'tobias.wren@example',
    'tobias@example.com',
    'a@b.co',
    'two@@example.com',
    'dots..dots@example.com',
    '.first@example.com',
    'o’hara@example.com',
    "o'hara@example.com",
    'with space@example.com',
    'plus+tag@sub.example.org',
    'ünï@example.com',
    'x@-example.com',
    `${'a'.repeat(250)}@example.com`,
  ])('CAP-1 form and server agree on %s', (emailAddress) => {
    const server = ClientData.safeParse({ ...tobias, alias: 'maren', emailAddress }).success
    expect(hasNoIssues(checkEntry({ ...tobias, emailAddress }))).toBe(server)
  })

  test('is read from the form and trimmed; files are ignored', () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ name: '  Tobias ', wantsCard: 'on' })) form.set(name, value)
    form.set('lastName', new Blob(['x']))
    expect(readEntry(form)).toEqual({ ...noEntry, name: 'Tobias', wantsCard: true })
  })
})
