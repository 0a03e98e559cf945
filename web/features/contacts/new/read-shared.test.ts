import { describe, expect, test } from 'vitest'
import { readSharedCookie, sharedCookie } from './shared-cookie.ts'
import { readShared } from './read-shared.ts'
import { readVCard } from './read-v-card.ts'

const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n')
const amara = card(
  'N:Field;Amara;Jo;;',
  'FN:Amara Jo Field',
  'ORG:Field & Sons\\, Ltd;Sales',
  'TITLE:Buyer',
  'item1.TEL;TYPE=WORK:+1 207 555 0101',
  'TEL;TYPE=CELL:+1 207 555 0102',
  'EMAIL;TYPE=INTERNET:amara@example.com',
  'ADR;TYPE=HOME:;;8 Lantern Street;Port Hadley;ME;04001;USA',
  'URL:https://field.example/',
  'NOTE:Met at the ope',
  ' n house\\nCall on Friday',
  `PHOTO;ENCODING=b;TYPE=JPEG:${'A'.repeat(500)}`,
)

function form(files: (string | Uint8Array<ArrayBuffer>)[], words: Record<string, string> = {}) {
  const all = new FormData()
  for (const [name, value] of Object.entries(words)) all.append(name, value)
  for (const [at, text] of files.entries()) all.append('file', new File([text], `${at}.vcf`, { type: 'text/vcard' }))
  return all
}

describe('content shared by another app', () => {
  test('a contact file fills in the form', async () => {
    expect(await readShared(form([amara]))).toEqual({
      failure: null,
      typed: {
        name: 'Amara',
        lastName: 'Field',
        phoneNumber: '+1 207 555 0102',
        emailAddress: 'amara@example.com',
        title: 'Buyer',
        companyName: 'Field & Sons, Ltd',
        address: '8 Lantern Street',
        city: 'Port Hadley',
        state: 'ME',
        zip: '04001',
        notes: '+1 207 555 0101\nhttps://field.example/\nMet at the open house\nCall on Friday',
      },
    })
  })

  test('a link goes into the notes, once', async () => {
    const shared = form([], { title: 'A house', text: 'Look https://house.example/7', url: 'https://house.example/7' })
    expect((await readShared(shared)).typed).toEqual({ notes: 'A house\nLook https://house.example/7' })
    expect((await readShared(form([], { title: 'x', text: 'x' }))).typed).toEqual({ notes: 'x' })
  })

  test('an email address becomes a contact', async () => {
    expect((await readShared(form([], { text: 'amara@example.com' }))).typed).toEqual({ emailAddress: 'amara@example.com' })
  })

  test('a vCard shared as text is read as a contact', async () => {
    expect((await readShared(form([], { text: amara }))).typed).toMatchObject({ name: 'Amara' })
  })

  test.each([
    ['nothing', form([])],
    ['nothing', form([''], { text: '  ' })],
    ['several', form([amara, amara])],
    ['several', form([amara + amara])],
    ['unreadable', form(['<html>'])],
    ['unreadable', form([card('NOTE:no name')])],
    ['unreadable', form([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])])],
  ])('reports %s if it is no contact', async (failure, shared) => {
    expect(await readShared(shared)).toEqual({ typed: null, failure })
  })

  test('fields are cut to their limits, also of a very long file', async () => {
    const long = form([card(`N:${'x'.repeat(5000)};Ada;;;`, `NOTE;ENCODING=QUOTED-PRINTABLE:${'=41=\r\n'.repeat(100_000)}`)])
    const { typed } = await readShared(long)
    expect([typed?.lastName?.length, typed?.notes?.length]).toEqual([200, 4000])
  })
})

describe('a contact file', () => {
  test('of an older phone is decoded correctly', () => {
    const old = [
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=42=C3=B6hm;Zo=C3=AB;;;',
      'TEL;CELL:555',
      'END:VCARD',
    ]
    expect(readVCard(old.join('\n'))).toMatchObject({ name: 'Zoë', lastName: 'Böhm', phoneNumber: '', notes: '555' })
  })

  test.each([
    [['FN:Amara Field'], 'Amara Field', ''],
    [['N:Field;;;;'], 'Field', ''],
    [['ORG:Harbor & Pine', 'TEL:1'], 'Harbor & Pine', ''],
    [['TEL:5550142'], '', ''],
  ])('names the contact from %j', (lines, name, lastName) => {
    expect(readVCard(card(...lines))).toMatchObject({ name, lastName })
  })
})

describe('shared content during a login', () => {
  const road = { alias: 'maren', isSecure: true }
  const back = (cookie: string) => readSharedCookie(new Request('https://carte.example/', { headers: { cookie } }))

  test('is restored completely; scripts and other cards can’t read it', () => {
    const words = { name: 'Zoë', notes: 'שלום; =' }
    const cookie = sharedCookie(words, road)
    expect(cookie).toMatch(/; Path=\/maren\/; HttpOnly; SameSite=Lax; Secure$/)
    expect(back(`a=b; ${cookie.split(';')[0]}; c=d`)).toEqual(words)
  })

  test('long notes are cut to fit a cookie', () => {
    const cookie = sharedCookie({ name: 'Ada', notes: '😀'.repeat(2000) }, road)
    expect(cookie.length).toBeLessThan(4000)
    const restored = back(cookie.split(';')[0] ?? '')
    expect(restored?.name).toBe('Ada')
    expect(restored?.notes).toMatch(/^(😀)+.?$/u)
  })

  test('many long fields are each cut, and none is lost', () => {
    const many = Object.fromEntries(['name', 'lastName', 'companyName', 'title', 'street', 'city'].map((field) => [field, 'ж'.repeat(900)]))
    const cookie = sharedCookie(many as Parameters<typeof sharedCookie>[0], road)
    expect(cookie.length).toBeLessThan(4000)
    expect(back(cookie.split(';')[0] ?? '')?.lastName).toMatch(/^ж+$/)
  })

  test.each(['', 'shared=', 'shared=%00', 'shared=bnVsbA', 'shared=W10', 'shared=eyJhIjoxfQ', 'shared=eyJuYW1lIjo3fQ'])(
    'an invalid cookie is ignored: %s',
    (cookie) => {
      expect(back(cookie)).toBeNull()
    },
  )
})
