import { expect, test } from 'vitest'
import { mailboxOf } from '#server/common/mailbox-of.ts'
import { sanitizeName, sanitizeText } from './sanitize-text.ts'

test.each([
  ['You won: https://evil.example/prize', /https?:|evil\.example/],
  ['WWW.evil.example', /evil\.example/i],
  ['Ada\r\nBcc: all@example.com', /[\r\n]|all@example/],
  ['Ada\u2028\u202Enow', /[\u2028\u202E]/],
])('an owner’s name in a mail is no link, line break or header: %s', (name, bad) => {
  expect(sanitizeText(name)).not.toMatch(bad)
})

test('a name in a contact file is one short line without a link, and searchable', () => {
  expect(sanitizeName(`Win at https://www.evil.example/prize\r\nTEL:666 ${'x'.repeat(500)}`)).toMatch(
    /^Win at www\.\u200Bevil\.\u200Bexample\/prize TEL:666 x{30,50}$/,
  )
  for (const name of ['J.R.R. Tolkien', 'RE/MAX', 'Zoë O’Néill-Łukasz', 'نور الهاشمي']) expect(sanitizeName(name)).toBe(name)
})

test('ordinary names stay unchanged', () => {
  expect(sanitizeText('Zoë O’Néill-Łukasz, Dr. Winter & Daughters')).toBe('Zoë O’Néill-Łukasz, Dr. Winter & Daughters')
  expect(sanitizeText('x'.repeat(500))).toHaveLength(80)
})

test.each([
  ['Ann+news@Example.com', 'ann@example.com'],
  ['a.n.n+1@googlemail.com', 'ann@gmail.com'],
  ['a.n.n@example.com', 'a.n.n@example.com'],
  ['+@example.com', '+@example.com'],
  ['nonsense', 'nonsense'],
])('%s is the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})
