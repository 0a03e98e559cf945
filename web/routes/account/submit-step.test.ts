import { RouterContextProvider, type ActionFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import { apiContext } from '../../platform/router-context.ts'
import { submitStep } from './submit-step.ts'

/** The links step, sent as a form: where it leads or what it answers, and the calls that change the card. */
async function submitLinks(form: Record<string, string>, fields: object = {}) {
  const calls: string[] = []
  const call = async (name: string) => {
    if (name !== 'cards.editor') calls.push(name)
    return name === 'cards.editor' ? { published: { services: [] }, draft: { revision: 1, fields } } : { revision: 2 }
  }
  const context = new RouterContextProvider()
  context.set(apiContext, { call } as unknown as Api)
  const args = { request: new Request('https://carte.example/account/new/ida/links'), context } as unknown as ActionFunctionArgs
  const body = new FormData()
  for (const [name, value] of Object.entries(form)) body.append(name, value)
  const answer: unknown = await submitStep(args, { alias: 'ida', step: 'links' }, body).catch((one: unknown) => one)
  return { calls, answer, leadsTo: answer instanceof Response ? answer.headers.get('location') : null }
}

test.each([
  ['publishes an import of a text only', { bio: 'I bind books.' }, ['cards.saveDraft', 'cards.publishDraft']],
  ['publishes nothing without a draft', {}, []],
])('ACCOUNT-1 the last step %s', async (_, fields, expected) => {
  const { calls, leadsTo } = await submitLinks({}, fields)
  expect([leadsTo, calls]).toEqual(['/account/new/ida/done', expected])
})

const typed = { link: 'https://instagram.com/ida', service: '6', pasted: 'buckeyehomegroup' }

test('ACCOUNT-1 an unread word stops the form once, and can be left out', async () => {
  const first = await submitLinks(typed)
  expect(first.calls).toEqual([])
  expect(first.answer).toMatchObject({ links: { rows: [{ link: typed.link, service: 6 }], unread: ['buckeyehomegroup'] } })
  const finished = await submitLinks({ ...typed, leaveUnread: 'yes' })
  expect([finished.leadsTo, finished.calls]).toEqual(['/account/new/ida/done', ['cards.saveDraft', 'cards.publishDraft']])
})

test('ACCOUNT-1 Back from the links saves them as a draft', async () => {
  const { leadsTo, calls } = await submitLinks({ ...typed, back: 'look' })
  expect([leadsTo, calls]).toEqual(['/account/new/ida/look', ['cards.saveDraft']])
})
