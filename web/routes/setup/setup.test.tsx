import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, RouterContextProvider, type LoaderFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import { ignoreStyleErrors } from '../../../tests/harness/ignore-style-errors.ts'
import type { MailStepName } from '#contract/admin/admin-choices.ts'
import type { Api } from '#contract/api.ts'
import type { Site } from '#contract/site.ts'
import { apiContext } from '../../platform/router-context.ts'
import type { MailView, SetupFailure, SetupView } from '../../features/setup/setup-view.ts'
import SetupStep, { loader } from './setup.tsx'

ignoreStyleErrors()

const sender = { name: 'MAIL_FROM', value: '', before: '', isLocked: false, isAfterRestart: false, running: null } as const
const server = { host: 'localhost', port: '', security: 'starttls', hasLogin: false, isLocked: false, text: 'smtp://localhost' } as const
const view: MailView = { step: 'mail', server, sender, email: 'ada@example.com' }

/** A step as the server renders it. */
function render(stepView: SetupView, answered: object | null = null, phone: Site['phone'] = null) {
  const Page = createRoutesStub([{ id: 'page', path: '/', Component: SetupStep, loader: () => null, action: () => null }])
  const loaderData = { page: { view: stepView, phone, title: '', againHref: null } }
  return renderToStaticMarkup(<Page hydrationData={{ loaderData, ...(answered && { actionData: { page: answered } }) }} />)
}

const setting = (name: string, value = '') => ({ ...sender, name, value })

/** The backups step. */
function backups(more: object, folder = ''): SetupView {
  const settings = { BACKUP_TO: setting('BACKUP_TO', folder), BACKUP_EVERY: setting('BACKUP_EVERY'), BACKUP_KEEP: setting('BACKUP_KEEP') }
  const about = { state: 'off', target: '', ended: '', isEncrypted: true, ago: '', files: [], progress: null, error: null }
  return { step: 'backups', settings, ...about, ...more } as unknown as SetupView
}

/** The mail step after a test. */
function mailStep(found: MailStepName | null, selector: string, failure: SetupFailure | null = null) {
  const steps = found ? [{ step: found, values: { name: 's1._domainkey.example.com', domain: 'example.com', sender: 'a@localhost' } }] : []
  const mailTest = failure ? null : { to: 'ada@example.com', selector, steps }
  return render(view, { failure, unsaved: null, mailTest, startedAfter: null })
}

test('after a test without a DKIM key, a field for its name is there, and stays', () => {
  expect(mailStep('dkimUnknown', '')).toContain('name="selector"')
  for (const step of ['dkimMissing', 'dkimGood'] as const) expect(mailStep(step, 's1')).toMatch(/<input[^>]*name="selector"[^>]*value="s1"/)
  for (const step of ['dkimGood', 'senderLocal', null] as const) expect(mailStep(step, '')).not.toContain('name="selector"')
})

test.each([
  ['portRefused', '25', '587'],
  ['unreachable', '25', '587'],
  ['noGreeting', '465', '587'],
  ['portRefused', '587', '465'],
  ['unreachable', '', '465'],
] as const)('a test that ends with %s on port %j offers port %s', (step, port, offered) => {
  const mailTest = {
    to: 'ada@example.com',
    selector: '',
    steps: [{ step, values: { address: '192.0.2.1', port, code: '', seconds: '10' } }],
  }
  const unsaved = { host: 'smtp.example.com', port, security: 'starttls' }
  const html = render(view, { failure: null, unsaved, mailTest, startedAfter: null })
  expect(html).toMatch(new RegExp(`value="use${offered}"[^>]*><span[^>]*>Use port ${offered} and test again`))
  expect(mailStep('loginRefused', '')).not.toContain('Use port')
  const locked = { ...view, server: { ...server, isLocked: true } }
  expect(render(locked, { failure: null, unsaved: null, mailTest, startedAfter: null })).not.toContain('Use port')
})

test('a name that no DKIM key can have stays in its field', () => {
  const failure = { message: 'Correct this', errors: { selector: 'Such as s1' }, typed: { selector: 'not a name' } }
  const html = mailStep(null, '', failure)
  expect(html).toMatch(/<input[^>]*name="selector"[^>]*value="not a name"/)
  expect(html).toContain('Such as s1')
})

test('a backup shows how far it is, and one that failed where and why', () => {
  const steps = [
    { name: 'database', state: 'done', text: 'Database, 14 MB' },
    { name: 'images', state: 'now', text: 'Images, 118 of 194' },
  ]
  const about = { target: '/b', progress: { share: 0.42, percent: '42%', steps } }
  const running = render(backups({ ...about, state: 'running' }))
  expect(running).toMatch(/Making the backup<.*>42%<.*<progress[^>]*value="0\.42"/)
  expect(running).toMatch(/ui-status ok.*Database, 14 MB.*ui-status busy.*Images, 118 of 194/)
  const failed = render(backups({ ...about, state: 'failed', error: { code: 'full', message: 'ENOSPC' } }))
  expect(failed).toMatch(/There was no space left\..*Free some space.*The backup stopped<.*>42%<.*ui-status bad.*Images, 118 of 194/)
  expect(failed).not.toContain('ENOSPC')
})

test('a refused value opens the part of the form that it is in', () => {
  const refusing = (name: string) => ({ failure: { message: '', errors: { [name]: 'Such as 1d' }, typed: {} } })
  expect(render(backups({}), refusing('BACKUP_TO'))).toMatch(/<details[^>]*><summary>How often/)
  expect(render(backups({}), refusing('BACKUP_TO'))).not.toMatch(/<details[^>]* open/)
  expect(render(backups({}), refusing('BACKUP_KEEP'))).toMatch(/<details[^>]* open/)
})

test('the hint that a folder will be created is for the proposed one only', () => {
  const proposed = '/srv/carte-backups'
  const refusing = (folder: string) => ({ failure: { message: '', errors: { BACKUP_TO: 'No' }, typed: { BACKUP_TO: folder } } })
  expect(render(backups({}, proposed), refusing(proposed))).toContain('will be created')
  expect(render(backups({}, proposed), refusing('/srv/other'))).not.toContain('will be created')
})

test('another host than that of the passkey says how to log in after the change', () => {
  const step = (address: string, passkeyHost: string | null) => {
    const settings = {
      PUBLIC_URL: setting('PUBLIC_URL', address),
      TRUST_PROXY: setting('TRUST_PROXY', 'off'),
      SIGN_UP: setting('SIGN_UP', 'invited'),
      PLANS: setting('PLANS', 'off'),
    }
    return render({ step: 'installation', settings, listensAt: '', passkeyHost, demoCards: 0 } as unknown as SetupView)
  }
  const warning = 'Your passkey works at localhost only'
  expect(step('https://cards.example.com', 'localhost')).toContain(warning)
  for (const quiet of [step('http://localhost:3000', 'localhost'), step('https://cards.example.com', null), step('https://', 'localhost')])
    expect(quiet).not.toContain(warning)
})

test('until a backup is made, finishing without one is a choice of its own', () => {
  const step = (state: string, startedAfter: string | null = null) =>
    render(backups({ state }, '/srv/carte-backups'), { failure: null, unsaved: null, mailTest: null, startedAfter })
  expect(step('off')).toMatch(
    /value="\/srv\/carte-backups".*\/srv\/carte-backups will be created.*value="without"[^>]*>.*without a backup.*Make the first backup/,
  )
  expect(step('failed')).toMatch(/without a backup.*Try again/)
  for (const done of [step('good'), step('running'), step('none', '')]) {
    expect(done).toContain('Finish setup')
    expect(done).not.toContain('without a backup')
  }
})

test('a code that opens on this computer only says so, and how to open it on a phone', () => {
  const rest = { code: { path: '', size: 25 }, login: 'password', email: 'ada@example.com', waiting: '', facts: [] } as const
  const done = (address: string, phone: Site['phone'] = null, isAddressWaiting = false) =>
    render({ step: 'done', host: new URL(address).host, address, isAddressWaiting, ...rest }, null, phone)
  const phone = { address: 'http://192.168.1.23:3000', isOpen: false }
  const local = done('http://localhost:3000', phone)
  expect(local).toContain('HOST=0.0.0.0 PUBLIC_URL=http://192.168.1.23:3000</textarea>')
  expect(local).toMatch(/This code works on this computer only.*localhost:3000\.<.*To open cards on a phone.*HOST=0\.0\.0\.0/)
  expect(local).not.toContain('Scan to open it')
  const open = done('http://localhost:3000', { ...phone, isOpen: true })
  expect(open).toContain('On a phone in the same network, open http://192.168.1.23:3000')
  expect(open).not.toContain('HOST=')
  const real = done('https://cards.example.com', phone)
  expect(real).toContain('Scan to open it on your phone')
  expect(real).not.toContain('this computer only')
  const afterRestart = done('https://cards.example.com', null, true)
  expect(afterRestart).toContain('Opens on your phone after the restart')
  expect(afterRestart).not.toContain('Scan to open it')
})

test('without a login, a step leads to the setup link’s page while there is one', async () => {
  const refused = Object.assign(new Error('Refused'), { problem: { status: 401 } })
  const open = (setupMinutesLeft: number | null) => {
    const context = new RouterContextProvider()
    const call = async (name: string) => (name === 'releases.admin' ? Promise.reject(refused) : { setupMinutesLeft })
    context.set(apiContext, { call } as unknown as Api)
    const request = new Request('https://carte.example/setup/installation')
    const args = { params: { step: 'installation' }, request, context } as unknown as LoaderFunctionArgs
    return loader(args).catch((thrown: unknown) => thrown)
  }
  const redirected = await open(60)
  expect(redirected instanceof Response && redirected.headers.get('location')).toBe('/setup')
  expect(await open(null)).toMatchObject({ init: { status: 404 } })
})
