import { describe, expect, test } from 'vitest'
import type { DraftService } from '#contract/cards/drafts.ts'
import { whatsapp } from '#contract/cards/service-hosts.ts'
import { addPasted, groupBySite, aService, kindsLeft, type Kind } from './paste-links.ts'

const kind = (gradeServiceId: number, serviceName: string, capabilities = 25): Kind => ({ gradeServiceId, serviceName, capabilities })
const instagram = 6
const website = 15
const kinds = [
  kind(4, 'Facebook'),
  kind(5, 'Facebook Business'),
  kind(instagram, 'Instagram'),
  kind(7, 'Linked In'),
  kind(website, 'Website', 40),
  kind(whatsapp, 'Whatsapp', 9),
]
const paste = (text: string, services: DraftService[] = []) => addPasted(text, services, kinds)
const ids = ({ services }: { services: DraftService[] }) => services.map(({ gradeServiceId }) => gradeServiceId)

describe('ACCOUNT-2 pasted links', () => {
  test('several at once keep the order they were pasted in', () => {
    const pasted = paste('https://www.instagram.com/maren\nlinkedin.com/in/maren\r\n\nhttps://facebook.com/marenhomes')
    expect(ids(pasted)).toEqual([instagram, 7, 5])
    expect(pasted.services[1]).toEqual({ ...aService(7), directLink: 'https://linkedin.com/in/maren' })
    expect(pasted.unread).toEqual([])
  })

  test('text around them is ignored', () => {
    const pasted = paste('Instagram: <https://instagram.com/maren>, LinkedIn (https://linkedin.com/in/maren).')
    expect(ids(pasted)).toEqual([instagram, 7])
    expect(pasted.services.map(({ directLink }) => directLink)).toEqual(['https://instagram.com/maren', 'https://linkedin.com/in/maren'])
  })

  test('a service is listed once: a second address is reported and changes nothing', () => {
    const there = [aService(instagram, 'https://instagram.com/maren')]
    const pasted = paste('https://instagram.com/other', there)
    expect(pasted.services).toEqual(there)
    expect(pasted.known).toEqual([{ id: instagram, link: 'https://instagram.com/other' }])
  })

  test('the same address twice is one link', () => {
    const pasted = paste('https://instagram.com/maren https://instagram.com/maren\ninstagram.com/maren')
    expect(ids(pasted)).toEqual([instagram])
    expect(pasted.known).toEqual([])
  })

  test('a service without an address gets it in place', () => {
    const pasted = paste('https://instagram.com/maren', [{ ...aService(instagram), ignoreService: true }, aService(7)])
    expect(pasted.services[0]).toMatchObject({ gradeServiceId: instagram, directLink: 'https://instagram.com/maren', ignoreService: true })
    expect(pasted.added).toEqual([instagram])
  })

  test('a second Facebook link uses the free service, person or page', () => {
    expect(ids(paste('https://facebook.com/one\nhttps://facebook.com/two'))).toEqual([5, 4])
    expect(paste('https://facebook.com/one\nhttps://facebook.com/two\nhttps://facebook.com/three').known).toHaveLength(1)
  })

  test('a number on its own line is WhatsApp', () => {
    expect(paste('+1 (207) 555-0142').services).toEqual([aService(whatsapp, '+1 (207) 555-0142')])
    expect(paste('555').unread).toEqual(['555'])
  })

  test('an unknown address prompts for its service; unreadable text stays in the field', () => {
    const pasted = paste('https://maren.example/blog\njavascript:alert(1)\nhello there')
    expect(pasted.unsure).toEqual(['https://maren.example/blog'])
    expect(pasted.unread).toEqual(['javascript:alert(1)', 'hello there'])
    expect(pasted.services).toEqual([])
  })

  test('addresses of one site share one prompt', () => {
    const forty = Array.from({ length: 40 }, (_, at) => `https://maren.example/${at}`)
    const links = [...forty, 'https://www.maren.example/more', 'https://other.example/']
    expect(groupBySite(links, true)).toEqual([[...forty, 'https://www.maren.example/more'], ['https://other.example/']])
    expect(groupBySite(links, false)).toEqual([links])
    expect(groupBySite([], false)).toEqual([])
  })

  test('a service missing from this installation prompts, too', () => {
    expect(paste('https://www.tiktok.com/@maren').unsure).toEqual(['https://www.tiktok.com/@maren'])
  })

  test('only services that accept any address are offered for it', () => {
    expect(kindsLeft(kinds, [], true).map(({ gradeServiceId }) => gradeServiceId)).toEqual([website])
    expect(kindsLeft(kinds, [aService(website)], true)).toEqual([])
  })
})
