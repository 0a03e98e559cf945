import { RouterContextProvider, type LoaderFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { loader } from './admin-page.tsx'

/** Opens a path of the admin that has no page; every call is refused, except the administrator’s own. */
function open(path: string, isAdmin: boolean) {
  const refused = Object.assign(new Error('Not found'), { problem: { type: '/problems/not-found', title: 'Not found', status: 404 } })
  const call = async (name: string) => {
    if (isAdmin && name === 'releases.admin') return {}
    throw refused
  }
  const context = new RouterContextProvider()
  context.set(apiContext, { call } as unknown as Api)
  context.set(siteContext, { hasPlans: true, productName: 'Carte' } as never)
  const request = new Request(`https://carte.example/admin/${path}`)
  return loader({ params: { '*': path }, request, context } as unknown as LoaderFunctionArgs)
}

test.each(['nothing-here', 'cards/ruth'])(
  'administrators learn that /admin/%s is no page, others that there is no such card',
  async (path) => {
    expect(await open(path, true)).toMatchObject({ init: { status: 404 }, data: { view: { page: 'missing' } } })
    await expect(open(path, false)).rejects.toMatchObject({ init: { status: 404 }, data: { missingAlias: 'admin' } })
  },
)
