import { RouterContextProvider, type ActionFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import { apiContext } from '../../platform/router-context.ts'
import { submitStep } from './submit-step.ts'

test.each([
  ['publishes an import of a text only', { bio: 'I bind books.' }, ['cards.saveDraft', 'cards.publishDraft']],
  ['publishes nothing without a draft', {}, []],
])('ACCOUNT-1 the last step %s', async (_, fields, expected) => {
  const calls: string[] = []
  const call = async (name: string) => {
    calls.push(name)
    return name === 'cards.editor' ? { published: { services: [] }, draft: { revision: 1, fields } } : { revision: 2 }
  }
  const context = new RouterContextProvider()
  context.set(apiContext, { call } as unknown as Api)
  const args = { request: new Request('https://carte.example/account/new/ida/links'), context } as unknown as ActionFunctionArgs
  const thrown: unknown = await submitStep(args, { alias: 'ida', step: 'links' }, new FormData()).catch((one: unknown) => one)
  expect((thrown as Response).headers.get('location')).toBe('/account/new/ida/done')
  expect(calls.filter((name) => name !== 'cards.editor')).toEqual(expected)
})
