import { RouterContextProvider, type ActionFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import { apiContext } from '../../platform/router-context.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { addressOf, readServer, type StepName } from './load-setup.ts'
import { readMailServer, submitSetup } from './submit-setup.ts'

const t = translateFor(new Request('https://carte.example/setup/mail'))
const saved = 'smtps://••••@smtp.example.com:2465'
const same = { host: 'smtp.example.com', port: '2465', security: 'tls' }

/** What is saved, or the fields with errors; of a form that began with `before`. */
function read(typed: Record<string, string>, before = '', now = before) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ 'SMTP_URL before': before, ...typed })) form.set(name, value)
  const { changed, errors } = readMailServer(form, now, t)
  return Object.keys(errors).length > 0 ? Object.keys(errors) : (changed[0]?.value ?? null)
}

test.each([
  ['', { host: '', port: '', security: 'starttls', hasLogin: false }],
  [saved, { ...same, hasLogin: true }],
  ['smtp://localhost', { host: 'localhost', port: '', security: 'starttls', hasLogin: false }],
  ['smtp://••••@[::1]:25', { host: '[::1]', port: '25', security: 'starttls', hasLogin: true }],
])('the parts of the mail server %s are shown', (text, parts) => expect(readServer(text)).toEqual(parts))

test('a mail server is saved as one address, with special characters encoded', () => {
  expect(read({ ...same, user: 'me@example.com', password: 'p:@/ %' })).toBe(
    ['smtps://me%40example.com', 'p%3A%40%2F%20%25@smtp.example.com', '2465'].join(':'),
  )
  expect(read({ host: 'localhost', port: '', security: 'starttls' })).toBe('smtp://localhost')
})

test('empty fields keep the saved login for the same server, and never for another', () => {
  expect(read(same, saved)).toBe(null)
  expect(read({ ...same, host: 'smtp.evil.example' }, saved)).toEqual(['password'])
  expect(read({ ...same, security: 'starttls' }, saved)).toEqual(['password'])
  expect(read({ host: '', port: '', security: 'tls' }, saved)).toBe('')
  expect(read({ host: '', port: '', security: 'tls' })).toBe(null)
})

test.each([
  [{ host: 'smtp example' }, ['host']],
  [{ host: 'smtp.example.com/x' }, ['host']],
  [{ host: 'smtp.example.com', port: '70000' }, ['port']],
  [{ host: 'smtp.example.com', password: 'x' }, ['user']],
  [{ host: 'smtp.example.com', user: 'x' }, ['password']],
  [{ user: 'x', password: 'y' }, ['host']],
])('%j is refused beside its field', (typed, fields) => expect(read({ security: 'tls', ...typed })).toEqual(fields))

test('a mail server saved in another tab is replaced only once it was displayed', () => {
  const empty = { host: '', port: '', security: 'starttls' }
  expect(read(empty, '', saved), 'an untouched form').toBe(null)
  expect(read(same, saved, 'smtp://localhost'), 'the same').toBe(null)
  expect(read({ ...empty, host: 'localhost' }, '', saved)).toEqual(['host'])
  expect(read(empty, saved, 'smtp://localhost'), 'a removal').toEqual(['host'])
  expect(read({ ...empty, host: 'localhost' }, 'smtp://old.example.com')).toBe('smtp://localhost')
})

test('a host name may have an underscore, and is one that an address can have', () => {
  expect(read({ host: 'mail_server', port: '', security: 'starttls' })).toBe('smtp://mail_server')
  expect(read({ host: '[::1::2]', port: '', security: 'starttls' })).toEqual(['host'])
})

const withLogin = ['smtp://me', 'hush@localhost'].join(':')
test.each([
  ['refuses is not left behind', '', ['connected', 'loginRefused'], [withLogin, '']],
  ['can’t be tested is not left behind', '', null, [withLogin, '']],
  ['accepts stays saved', '', ['connected', 'accepted', 'spfMissing'], [withLogin]],
  ['refuses replaces the one before, whose login is not known here', 'smtp://old.example.com', ['closed'], [withLogin]],
])('a mail server that %s', async (_, before, found, saves) => {
  const saved: unknown[] = []
  const answers: Record<string, object> = {
    'admin.settings': { settings: [{ name: 'SMTP_URL', value: before }] },
    'accounts.details': { email: 'ada@example.com' },
    'admin.testMail': { steps: found?.map((step) => ({ step, values: {} })) },
  }
  const call = async (name: string, request?: { input?: { settings?: { value: string }[] } }) => {
    if (name === 'admin.changeSettings') saved.push(...(request?.input?.settings ?? []).map(({ value }) => value))
    if (name === 'admin.testMail' && !found) throw new Error('no answer')
    return answers[name] ?? {}
  }
  const context = new RouterContextProvider()
  context.set(apiContext, { call } as unknown as Api)
  const fields = { host: 'localhost', port: '', security: 'starttls', user: 'me', password: 'hush' }
  const body = new URLSearchParams({ intent: 'test', ...fields, 'SMTP_URL before': before })
  const request = new Request('https://carte.example/setup/mail', { method: 'POST', body })
  const sent = submitSetup({ request, context } as unknown as ActionFunctionArgs, 'mail')
  const outcome = await sent.then((answer) => 'failure' in answer && [answer.failure, answer.unsaved], String)
  // What was typed stays in the form, and never the password.
  const typed = { intent: 'test', host: 'localhost', port: '', security: 'starttls', user: 'me', 'SMTP_URL before': before }
  expect(outcome).toEqual(found ? [null, saves.at(-1) === '' ? typed : null] : 'Error: no answer')
  expect(saved).toEqual(saves)
})

/** Posts a step: its calls with input, and what the page gets. */
async function post(step: StepName, fields: Record<string, string>, answers: Record<string, object>) {
  const calls: unknown[] = []
  const call = async (name: string, request?: { input?: object }) => {
    if (request?.input) calls.push([name, request.input])
    return answers[name] ?? {}
  }
  const context = new RouterContextProvider()
  context.set(apiContext, { call } as unknown as Api)
  const request = new Request(`https://carte.example/setup/${step}`, { method: 'POST', body: new URLSearchParams(fields) })
  return { calls, answer: await submitSetup({ request, context } as unknown as ActionFunctionArgs, step) }
}

test.each([
  ['use587', 'smtp://smtp.example.com:587', { port: '587', security: 'starttls' }],
  ['use465', 'smtps://smtp.example.com:465', { port: '465', security: 'tls' }],
])('%s tests the same server at that port, which the form then has', async (intent, value, fieldValues) => {
  const fields = { intent, host: 'smtp.example.com', port: '25', security: 'tls', user: '', password: '', 'SMTP_URL before': '' }
  const { calls, answer } = await post('mail', fields, {
    'admin.settings': { settings: [{ name: 'SMTP_URL', value: '' }] },
    'accounts.details': { email: 'ada@example.com' },
    'admin.testMail': { steps: [{ step: 'loginRefused', values: {} }] },
  })
  expect(calls).toEqual([
    ['admin.changeSettings', { settings: [{ name: 'SMTP_URL', value }] }],
    ['admin.testMail', { to: 'ada@example.com' }],
    ['admin.changeSettings', { settings: [{ name: 'SMTP_URL', value: '' }] }],
  ])
  expect(answer).toMatchObject({ unsaved: fieldValues })
})

test('a first backup without a place asks for one', async () => {
  const settings = [{ name: 'BACKUP_TO', value: '', kind: 'text', change: 'now' }]
  const { answer } = await post('backups', { intent: 'run', BACKUP_TO: ' ', 'BACKUP_TO before': '' }, { 'admin.settings': { settings } })
  expect(answer).toMatchObject({ failure: { errors: { BACKUP_TO: 'Enter a folder or a bucket.' } } })
})

test.each([
  ['leaves the proposed place unsaved', '', '/srv/carte-backups', []],
  ['leaves a new place unsaved', '/mnt/a', '/mnt/b', []],
  ['saves an emptied place', '/mnt/a', '', [{ name: 'BACKUP_TO', value: '' }]],
])('finishing without a backup %s, saves the other fields and makes none', async (_, before, place, saved) => {
  const setting = (name: string, value: string) => ({ name, value, kind: 'text', change: 'now', source: value ? 'stored' : 'default' })
  const settings = [setting('BACKUP_TO', before), setting('BACKUP_EVERY', '1d'), setting('BACKUP_KEEP', '7d')]
  const fields = { BACKUP_TO: place, 'BACKUP_TO before': before, BACKUP_EVERY: '2d', 'BACKUP_EVERY before': '1d' }
  const { calls, answer } = await post(
    'backups',
    { intent: 'without', ...fields, BACKUP_KEEP: '7d', 'BACKUP_KEEP before': '7d' },
    { 'admin.settings': { settings } },
  )
  expect(calls).toEqual([['admin.changeSettings', { settings: [...saved, { name: 'BACKUP_EVERY', value: '2d' }] }]])
  expect(answer instanceof Response && answer.headers.get('location')).toBe('/setup/done')
})

test.each([
  [' s1 ', { to: 'ada@example.com', selector: 's1' }],
  ['', { to: 'ada@example.com' }],
])('a mail test looks for the DKIM key %j', async (selector, input) => {
  const inputs: unknown[] = []
  const call = async (name: string, request?: { input?: object }) => {
    if (name === 'admin.testMail') inputs.push(request?.input)
    return { settings: [], email: 'ada@example.com', steps: [] }
  }
  const context = new RouterContextProvider()
  context.set(apiContext, { call } as unknown as Api)
  const body = new URLSearchParams({ intent: 'test', selector })
  const request = new Request('https://carte.example/setup/mail', { method: 'POST', body })
  const answer = await submitSetup({ request, context } as unknown as ActionFunctionArgs, 'mail')
  expect([inputs, answer]).toEqual([
    [input],
    expect.objectContaining({ mailTest: { to: 'ada@example.com', selector: selector.trim(), steps: [] } }),
  ])
})

test.each([
  ['an installation’s own page', 'same-origin', 'https://cards.example.com/setup', 'https://cards.example.com'],
  ['another site', 'cross-site', 'https://evil.example/', null],
  ['nothing', 'none', '', null],
  ['a page that hides it', 'same-origin', '', null],
  ['this machine', 'same-origin', 'http://localhost:3000/setup', null],
  ['this machine by number', 'same-origin', 'http://127.0.0.1:3000/setup', null],
  ['this machine in IPv6', 'same-origin', 'http://[::1]:3000/setup', null],
])('the previous page proposes the public address; %s proposes its own or none', (_, site, referer, address) => {
  const headers = { 'sec-fetch-site': site, referer, host: '10.0.0.7:3000' }
  expect(addressOf(new Request('http://10.0.0.7:3000/setup/installation', { headers }))).toBe(address)
})
