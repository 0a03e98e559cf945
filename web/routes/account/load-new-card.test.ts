import { randomUUID } from 'node:crypto'
import { RouterContextProvider, type LoaderFunctionArgs } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import { palettes } from '../../features/editor/palettes.ts'
import { beginHref } from '../../features/sign-in/new-card/typed-card.ts'
import { loginHref } from '../../loaders/open-account.ts'
import { apiContext } from '../../platform/router-context.ts'
import { loadNewCard } from './load-new-card.ts'

const submissionId = randomUUID()

/** Loads a page for an account whose submission created the card `ida`, or none. */
function load(address: string, created: string | null = null) {
  const answers: Record<string, unknown> = {
    'cards.submitted': { alias: created },
    'accounts.user': [{ type: 'name', value: 'Ida Berg' }],
    'cards.aliasState': { state: 'free', reason: '', alias: 'ida-berg', suggestions: [] },
  }
  const context = new RouterContextProvider()
  context.set(apiContext, { call: async (name: string) => answers[name] } as unknown as Api)
  const request = new Request(`https://carte.example${address}`)
  return loadNewCard({ params: { '*': '' }, request, context } as unknown as LoaderFunctionArgs)
}

/** The palettes of a card’s look, and the one that is chosen at first. */
async function lookOf(published: object) {
  const card = {
    alias: 'ida',
    fullName: 'Ida Berg',
    permissions: 0,
    serviceKinds: [],
    published: { services: [], pictures: {}, ...published },
    draft: { fields: {} },
  }
  const answers: Record<string, unknown> = { 'accounts.user': [{ type: 'sub', value: 'a' }], 'cards.editor': card }
  const context = new RouterContextProvider()
  context.set(apiContext, { call: async (name: string) => answers[name] } as unknown as Api)
  const request = new Request('https://carte.example/account/new/ida/look')
  const loaded = await loadNewCard({ params: { '*': 'ida/look' }, request, context } as unknown as LoaderFunctionArgs)
  return loaded as { palette: string; palettes: { id: string }[] }
}

/** Loads a step of a card after a logout. Only the account’s call says why it happened. */
function loadLoggedOut(status: string) {
  const context = new RouterContextProvider()
  const call = async (name: string) => {
    throw { problem: { status: 401, ...(name === 'accounts.user' && { Status: status }) } }
  }
  context.set(apiContext, { call } as unknown as Api)
  const request = new Request('https://carte.example/account/new/ida/photo')
  return loadNewCard({ params: { '*': 'ida/photo' }, request, context } as unknown as LoaderFunctionArgs)
}

const redirectOf = (loading: Promise<unknown>) =>
  loading.then(
    () => null,
    (thrown: Response) => thrown.headers.get('location'),
  )

describe('ACCOUNT-1 the form of a new card', () => {
  test('has an address of its own', async () => {
    const [one, other] = await Promise.all(['', '?submission=x'].map((query) => redirectOf(load(`/account/new${query}`))))
    expect([one, other]).toEqual([expect.stringMatching(/submission=[\da-f-]{36}$/), expect.stringMatching(/submission=[\da-f-]{36}$/)])
    expect(one).not.toBe(other)
  })

  test('begins with the step in its address', async () => {
    expect(await load(beginHref(submissionId))).toMatchObject({ answer: { step: 'address', typed: { submissionId, alias: 'ida-berg' } } })
    expect(await load(beginHref(submissionId, 'you'))).toMatchObject({ answer: { step: 'you', typed: { submissionId } } })
  })

  test('leads on to the card that it created', async () => {
    expect(await redirectOf(load(beginHref(submissionId, 'you'), 'ida'))).toBe('/account/new/ida/you')
  })
})

test('ACCOUNT-1 a look begins with the colors that the card has on the page', async () => {
  expect(await lookOf({})).toMatchObject({ palette: 'petrol' })
  expect(await lookOf(palettes.plum)).toMatchObject({ palette: 'plum' })
  const own = await lookOf({ eCardTextColor: '#123456' })
  expect([own.palette, own.palettes[0]?.id]).toEqual(['current', 'current'])
})

test('ACCOUNT-1 a step after a logout leads to the login, with the reason if there is one', async () => {
  const returnUrl = '/account/new/ida/photo'
  expect(await redirectOf(loadLoggedOut('NotAuthenticated'))).toBe(`/account/sign-up?${new URLSearchParams({ returnUrl })}`)
  expect(await redirectOf(loadLoggedOut('AccessChanged'))).toBe(loginHref(returnUrl, 'access'))
})
