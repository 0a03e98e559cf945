import { RouterContextProvider, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import type { Site } from '#contract/site.ts'
import { aSite } from '../../../tests/samples/a-card.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { action, loader } from './account-sign-up.tsx'

/** The arguments of a route, with one call stubbed. */
function args(call: (name: string, parts: object) => Promise<unknown>, site: Partial<Site>, init: RequestInit = {}, query = '') {
  const context = new RouterContextProvider()
  context.set(apiContext, { call } as unknown as Api)
  context.set(siteContext, { ...aSite, ...site })
  return {
    params: {},
    request: new Request(`https://carte.example/account/sign-up${query}`, init),
    context,
  } as unknown as LoaderFunctionArgs & ActionFunctionArgs
}

describe('ACCOUNT-6 the sign-up page', () => {
  test.each([
    ['open', '', false],
    ['invited', '?invitation=x', false],
    ['invited', '', true],
    ['off', '', true],
  ] as const)('over its rate limit still shows its form: %s%s', async (signUp, query, isClosed) => {
    const busy = () => Promise.reject({ problem: { type: '/problems/too-many-requests', status: 429, title: '' } })
    expect(await loader(args(busy, { signUp }, {}, query))).toMatchObject({ isClosed, takesSetupCode: false })
    const broken = () => Promise.reject({ problem: { type: '/problems/unavailable', status: 503, title: '' } })
    await expect(loader(args(broken, { signUp }, {}, query))).rejects.toMatchObject({ problem: { status: 503 } })
  })

  test('posts the setup code before a login at an identity provider', async () => {
    const calls: unknown[] = []
    const address = 'https://id.example/auth?state=s'
    const call = async (...of: unknown[]) => {
      calls.push(of)
      return { address }
    }
    const body = new URLSearchParams({ setupCode: 'ABCD', returnUrl: '/account' })
    const sent = await action(args(call, { isLoginOutside: true }, { method: 'POST', body }))
    expect(sent).toMatchObject({ address, failure: null })
    expect(calls).toEqual([['accounts.startSetup', { input: { setupCode: 'ABCD', returnUrl: '/account' } }]])
  })
})
