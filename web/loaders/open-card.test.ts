import { RouterContextProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import type { Card, DisabledCard } from '#contract/cards/cards.ts'
import { permissionBits } from '#contract/permissions.ts'
import { problems, type ProblemName } from '#contract/problem.ts'
import { aCard, anOpenCard } from '../../tests/samples/a-card.ts'
import { apiContext } from '../platform/router-context.ts'
import { openCard, openCardPage } from './open-card.ts'

/** A request for an address of an installation with one card, or with a failing API. */
function visit(alias: string, found: Card | DisabledCard | ProblemName, version?: string) {
  const answers = {
    'cards.read': () => {
      if (typeof found === 'string') throw { problem: { type: `/problems/${found}`, ...problems[found] } }
      return { '{product}': found, subscription: anOpenCard().subscription }
    },
    'cards.services': () => [],
    'cards.settings': () => anOpenCard().settings,
  }
  const calls: string[] = []
  const call = async (name: string) => {
    calls.push(name)
    return answers[name as keyof typeof answers]()
  }
  const context = new RouterContextProvider()
  // Stubs the three calls a card page makes.
  context.set(apiContext, { call } as unknown as Api)
  return { params: { alias, version }, context, calls }
}

const thrownBy = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
const leadsTo = (thrown: unknown) => (thrown instanceof Response ? thrown.headers.get('location') : null)

describe('openCard', () => {
  test('opens the card under its stored alias', async () => {
    expect(await openCard(visit('MAREN', aCard()))).toMatchObject({ address: { alias: 'maren' }, card: { fullName: 'Maren Holloway' } })
  })

  const at = (path: string, version?: string, init?: RequestInit) => {
    const card = aCard({ stringVersion: version ? 'Spring' : '' })
    const alias = path.split('/')[1] ?? ''
    return openCard({ ...visit(alias, card, version), request: new Request(`https://cards.example${path}`, init) })
  }

  test.each([
    ['/MAREN/home', undefined, '/maren/home'],
    ['/maren/home/', undefined, '/maren/home'],
    ['/Maren/connect//?source=pwa', undefined, '/maren/connect?source=pwa'],
    ['/maren/v/SPRING/home', 'SPRING', '/maren/v/Spring/home'],
    ['/maren/v/Spring/home/', 'Spring', '/maren/v/Spring/home'],
    ['/maren/home-restricted-access/', undefined, '/maren/home-restricted-access'],
    ['/maren/HOME', undefined, '/maren/home'],
    ['/Maren/Social-Services/?source=pwa', undefined, '/maren/social-services?source=pwa'],
    ['/maren/v/Spring/Home', 'Spring', '/maren/v/Spring/home'],
    ['/maren/V/Spring/home', 'Spring', '/maren/v/Spring/home'],
    ['/maren/Home-Restricted-Access', undefined, '/maren/home-restricted-access'],
    ['/maren/Lets-Connect', undefined, '/maren/lets-connect'],
  ])('%s redirects to the canonical spelling', async (path, version, canonical) => {
    const thrown = await thrownBy(at(path, version))
    expect([thrown instanceof Response && thrown.status, leadsTo(thrown)]).toEqual([301, canonical])
  })

  test.each([
    ['/maren/home?source=pwa', undefined],
    ['/maren/v/Spring/home', 'Spring'],
    ['/maren/Unknown', undefined],
    ['/MAREN/', undefined],
    ['/maren/v/SPRING', 'SPRING'],
  ])('%s does not redirect', async (path, version) => {
    expect(await at(path, version)).toMatchObject({ address: { alias: 'maren' } })
  })

  test('the answer to a form does not redirect', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await at('/MAREN/contact', undefined, { headers })).toMatchObject({ address: { alias: 'maren' } })
    expect(await at('/MAREN/contact', undefined, { method: 'POST', headers })).toMatchObject({ address: { alias: 'maren' } })
  })

  test.each(['card-not-found', 'input-invalid', 'bad-request'] as const)('ROUTE-11 %s is a 404 with the missing alias', async (name) => {
    expect(await thrownBy(openCard(visit('unknown', name)))).toMatchObject({ data: { missingAlias: 'unknown' }, init: { status: 404 } })
  })

  test('ROUTE-11 a reserved word is a 404 without a call', async () => {
    const reserved = visit('assets', aCard())
    expect(await thrownBy(openCard(reserved))).toMatchObject({ init: { status: 404 } })
    expect(reserved.calls).toEqual([])
  })

  test('a server error is not a 404', async () => {
    expect(await thrownBy(openCard(visit('maren', 'unavailable')))).toMatchObject({ problem: { status: 503 } })
  })

  test('ACCESS-2 a disabled card redirects to its notice', async () => {
    const disabled: DisabledCard = {
      alias: 'closed',
      fullName: 'Anselm Grove',
      isCardDisabled: true,
      eCardEnabled: false,
      profile: 1,
      isDemo: false,
      isTakenDown: false,
    }
    expect(leadsTo(await thrownBy(openCard(visit('closed', disabled))))).toBe('/closed/card-disabled')
  })
})

describe('openCardPage', () => {
  test('ROUTE-7 ROUTE-11 without its permission a page redirects to the restricted page', async () => {
    const card = aCard({ permissions: permissionBits(['Home']) })
    expect(leadsTo(await thrownBy(openCardPage(visit('maren', card), 'about')))).toBe('/maren/about-restricted-access')
    expect(leadsTo(await thrownBy(openCardPage(visit('maren', card, 'spring'), 'about')))).toBe('/maren/v/spring/about-restricted-access')
  })

  test('ACCESS-3 opens with its permission', async () => {
    expect(await openCardPage(visit('maren', aCard()), 'about')).toMatchObject({ address: { alias: 'maren' } })
  })
})
