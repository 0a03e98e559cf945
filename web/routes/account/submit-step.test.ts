import { RouterContextProvider, type ActionFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import { apiContext } from '../../platform/router-context.ts'
import type { CardStep } from '../../features/sign-in/new-card/typed-card.ts'
import { submitStep } from './submit-step.ts'

const names = { firstName: 'Ida', lastName: 'Berg' }
const card = {
  ...names,
  fullName: 'Ida Berg',
  title: 'Binder',
  companyName: '',
  phoneNumber: '',
  emailAddress: '',
  profile: 1,
  services: [],
}

/** A step, sent as a form: where it leads or what it answers, and the calls that change the card. */
async function submit(step: CardStep, form: Record<string, string>, fields: object = {}) {
  const calls: string[] = []
  const saved: unknown[] = []
  const call = async (name: string, request?: { input?: { changes?: unknown } }) => {
    if (name !== 'cards.editor') calls.push(name)
    if (name === 'cards.saveDraft') saved.push(request?.input?.changes)
    return name === 'cards.editor' ? { published: card, draft: { revision: 1, fields } } : { revision: 2 }
  }
  const context = new RouterContextProvider()
  context.set(apiContext, { call } as unknown as Api)
  const args = { request: new Request(`https://carte.example/account/new/ida/${step}`), context } as unknown as ActionFunctionArgs
  const body = new FormData()
  for (const [name, value] of Object.entries(form)) body.append(name, value)
  const answer: unknown = await submitStep(args, { alias: 'ida', step }, body).catch((one: unknown) => one)
  return { calls, saved, answer, leadsTo: answer instanceof Response ? answer.headers.get('location') : null }
}

const submitLinks = (form: Record<string, string>, fields?: object) => submit('links', form, fields)

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

test('ACCOUNT-1 the last step publishes a typed link, but first shows an unclear one', async () => {
  const known = await submitLinks({ pasted: 'https://instagram.com/ida' })
  expect([known.leadsTo, known.calls]).toEqual(['/account/new/ida/done', ['cards.saveDraft', 'cards.publishDraft']])
  expect(known.saved).toMatchObject([{ services: [{ gradeServiceId: 6, directLink: 'https://instagram.com/ida' }] }])
  const unknown = await submitLinks({ pasted: 'https://instagram.com/ida https://instagram.com/berg' })
  expect(unknown.calls).toEqual([])
  expect(unknown.answer).toMatchObject({
    links: { rows: [{ service: 6 }, { link: 'https://instagram.com/berg', service: 0 }], unread: [] },
  })
})

test('ACCOUNT-1 Back from the links saves them as a draft', async () => {
  const { leadsTo, calls } = await submitLinks({ ...typed, back: 'look' })
  expect([leadsTo, calls]).toEqual(['/account/new/ida/look', ['cards.saveDraft']])
})

test('ACCOUNT-1 Back from the photo saves it and leads to the details', async () => {
  const picture = { revision: '0123456789ab', width: 4, height: 3 }
  const { leadsTo, saved, calls } = await submit('photo', { profile: JSON.stringify(picture), logo: '', back: 'you' })
  expect(leadsTo).toBe('/account/new/ida/you')
  expect(saved).toEqual([{ pictures: { profile: picture, logo: null } }])
  expect(calls).toEqual(['cards.saveDraft', 'cards.publishDraft'])
})

const you = { fullName: 'Ida Berg', title: 'Binder', companyName: '', phoneNumber: '', emailAddress: '', profile: '1' }

test.each([
  ['nothing where nothing changed', {}, []],
  ['a phone number as it is written', { phoneNumber: '6145550142' }, [{ phoneNumber: '(614) 555-0142' }]],
  [
    'first and last name with the name',
    { fullName: ' Ida Maria Holm ' },
    [{ fullName: 'Ida Maria Holm', firstName: 'Ida Maria', lastName: 'Holm' }],
  ],
  ['a team’s name whole', { profile: '2' }, [{ profile: 2, firstName: 'Ida Berg', lastName: '' }]],
])('ACCOUNT-1 the details of a card that exists are saved: %s', async (_, typed, expected) => {
  const { leadsTo, saved, calls } = await submit('you', { ...you, ...typed })
  expect([leadsTo, saved]).toEqual(['/account/new/ida/photo', expected])
  expect(calls).toEqual(expected.length > 0 ? ['cards.saveDraft', 'cards.publishDraft'] : [])
})

test('ACCOUNT-1 changes by another tab stay, and so does a chosen last name', async () => {
  const published = { phoneNumber: '(614) 555-0199', firstName: 'Ida', lastName: 'van Berg' }
  const { saved } = await submit('you', { ...you, title: 'Printer', profile: '2', saved: JSON.stringify(you) }, published)
  expect(saved).toEqual([{ title: 'Printer', profile: 2 }])
})

test('ACCOUNT-1 details that can’t be saved stay in the form, with what is wrong', async () => {
  const typed = { ...you, fullName: '', emailAddress: 'ida@', phoneNumber: '12' }
  const { answer, calls } = await submit('you', typed)
  expect(calls).toEqual([])
  const issues = { fullName: 'Please enter your name.', phoneNumber: expect.any(String), emailAddress: expect.any(String) }
  expect(answer).toEqual({ failure: '', links: null, you: { typed, issues } })
})
