import { RouterContextProvider, type LoaderFunctionArgs } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { loader } from './admin-page.tsx'
import { loader as openStory } from './admin-story.tsx'
import { loader as openVersion } from './admin-version.tsx'

/** Opens a path of the admin that shows nothing; every call is refused, except those of an administrator’s empty list of news. */
async function open(path: string, isAdmin: boolean): Promise<unknown> {
  const refused = Object.assign(new Error('Not found'), { problem: { type: '/problems/not-found', title: 'Not found', status: 404 } })
  const call = async (name: string) => {
    if (isAdmin && name === 'releases.admin') return { stories: { groups: [], isBuiltIn: false }, versions: [] }
    throw refused
  }
  const context = new RouterContextProvider()
  context.set(apiContext, { call } as unknown as Api)
  context.set(siteContext, { hasPlans: true, productName: 'Carte' } as never)
  const request = new Request(`https://carte.example/admin/${path}`)
  const [, kind, id] = /^releases\/(story|version)\/(.+)/.exec(path) ?? []
  const args = { params: { '*': path, storyId: id, version: id }, request, context } as unknown as LoaderFunctionArgs
  return kind === 'story' ? openStory(args) : kind === 'version' ? openVersion(args) : loader(args)
}

describe.each([
  ['nothing-here', 'No such admin page'],
  ['cards/ruth', 'No such card'],
  ['cards/ruth/plan', 'No such card'],
  ['cards/ruth/nothing', 'No such admin page'],
  ['mail/1', 'No such email'],
  ['imports/1', 'No such import'],
  ['setup/nothing', 'No such group of settings'],
  ['reports/1', 'No such admin page'],
  ['constructor/constructor', 'No such admin page'],
  ['releases/story/nothing', 'No such story'],
  ['releases/version/9.9.9', 'No such version'],
])('/admin/%s', (path, words) => {
  test('tells administrators what isn’t there', async () => {
    expect(await open(path, true)).toMatchObject({ init: { status: 404 }, data: { title: `${words} | Admin | Carte` } })
  })

  test('looks like an unknown card to others', async () => {
    await expect(open(path, false)).rejects.toMatchObject({ init: { status: 404 }, data: { missingAlias: 'admin' } })
  })
})
