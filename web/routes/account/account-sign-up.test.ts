import { RouterContextProvider, type LoaderFunctionArgs } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import type { Site } from '#contract/site.ts'
import { aSite } from '../../../tests/samples/a-card.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { loader } from './account-sign-up.tsx'

/** The arguments of a route, with one call stubbed. */
function args(call: (name: string, parts: object) => Promise<unknown>, site: Partial<Site>, query = '') {
  const context = new RouterContextProvider()
  context.set(apiContext, { call } as unknown as Api)
  context.set(siteContext, { ...aSite, ...site })
  return {
    params: {},
    request: new Request(`https://carte.example/account/sign-up${query}`),
    context,
  } as unknown as LoaderFunctionArgs
}

describe('ACCOUNT-6 the sign-up page', () => {
  test.each([
    ['open', '', false],
    ['invited', '?invitation=x', false],
    ['invited', '', true],
    ['off', '', true],
  ] as const)('over its rate limit still shows its form: %s%s', async (signUp, query, isClosed) => {
    const busy = () => Promise.reject({ problem: { type: '/problems/too-many-requests', status: 429, title: '' } })
    expect(await loader(args(busy, { signUp }, query))).toMatchObject({ isClosed })
    const broken = () => Promise.reject({ problem: { type: '/problems/unavailable', status: 503, title: '' } })
    await expect(loader(args(broken, { signUp }, query))).rejects.toMatchObject({ problem: { status: 503 } })
  })
})
