import { describe, expect, test } from 'vitest'
import { openAdminPage } from '../../../tests/harness/admin-pages.ts'

/** Posts a form of an admin page; returns the calls it makes, and where it leads. */
async function post(path: string, form: readonly (readonly [string, string])[], result?: (name: string) => unknown) {
  const calls: unknown[] = []
  const call = (...parts: [name: string, options: object]) => {
    calls.push(Object.keys(parts[1]).length > 0 ? parts : parts.slice(0, 1))
    return result?.(parts[0])
  }
  const answer = await openAdminPage(path, { call, form }).catch((thrown: unknown) => thrown)
  return { calls, answer, location: answer instanceof Response ? answer.headers.get('location') : null }
}

test('saving experiments keeps those that are off', async () => {
  const { calls } = await post('cards/ruth', [
    ['experiment DebugTour', 'off'],
    ['experiment DebugTour', 'on'],
    ['experiment OfAnotherVersion', 'off'],
    ['intent', 'experiments'],
  ])
  const experiments = [
    { name: 'DebugTour', enabled: true },
    { name: 'OfAnotherVersion', enabled: false },
  ]
  expect(calls).toEqual([['admin.setExperiments', { input: { alias: 'ruth', experiments } }]])
})

test.each([
  ['blocked-hosts', 'add', 'host', 'HTTPS://Evil.example./a', 'evil.example'],
  ['reserved-addresses', 'add', 'name', 'Shop', 'shop'],
  ['deliveries', 'off', 'host', 'https://slow.example:8443/hook', 'slow.example:8443'],
])('the address after a form on %s names what its list shows', async (path, intent, field, typed, listed) => {
  const { location } = await post(path, [
    [field, typed],
    ['reason', 'Asked for'],
    ['intent', intent],
  ])
  expect(new URL(location ?? '', 'https://carte.example').searchParams.get('about')).toBe(listed)
})

test.each([
  ['cards', 'downs'],
  ['cards/ruth', 'down'],
  ['cards/ruth', 'away'],
  ['cards/ruth', 'remove'],
  ['deliveries', 'off'],
])('%s %s without a reason is an error of the reason', async (path, intent) => {
  const { calls, answer } = await post(path, [
    ['host', 'slow.example'],
    ['reason', ''],
    ['intent', intent],
  ])
  expect(calls).toEqual([])
  expect(answer).toMatchObject({ data: { errors: { reason: 'Enter a reason.' } }, init: { status: 422 } })
})

test('a new card’s taken address is an error of its field', async () => {
  const problem = { type: '/problems/conflict', title: 'Conflict', status: 409, detail: 'The alias ruth is taken.' }
  const { answer } = await post('cards', [['intent', 'new']], () => Promise.reject(Object.assign(new Error('Conflict'), { problem })))
  expect(answer).toMatchObject({ data: { errors: { alias: 'That address is taken.' } } })
})

test('a form about something that was deleted meanwhile says so on its page', async () => {
  const problem = { type: '/problems/not-found', title: 'Not found', status: 404 }
  const { answer } = await post('reports', [['intent', 'close']], () => Promise.reject(Object.assign(new Error('Gone'), { problem })))
  expect(answer).toMatchObject({ data: { message: expect.stringContaining('deleted or changed meanwhile') }, init: { status: 422 } })
})

test('cards that a takedown of several left as they were stay selected', async () => {
  const selected = ['ruth', 'bo-chen'].map((alias) => ['alias', alias] as const)
  const { location } = await post('cards', [...selected, ['reason', 'spam'], ['intent', 'downs']], () => ({
    changed: ['ruth'],
    failed: ['bo-chen'],
  }))
  expect([...new URL(location ?? '', 'https://carte.example').searchParams]).toEqual([
    ['done', 'cardsDown'],
    ['about', '1,ruth'],
    ['card', 'bo-chen'],
  ])
})

describe('the form of settings', () => {
  const setting = (name: string, kind: string, value: string) => ({ name, kind, value })
  const saved = [setting('PRODUCT_NAME', 'text', 'Carte'), setting('SIGN_UP', 'text', 'off'), setting('SMTP_URL', 'secret', '')]
  const rejected = { type: '/problems/input-invalid', title: 'Invalid', status: 422 }
  const save = (fields: Record<string, string>, refused?: object) =>
    post('setup', [...Object.entries(fields), ['intent', 'save']], (name) => {
      if (name === 'admin.settings') return { settings: saved }
      if (refused) throw Object.assign(new Error('Invalid'), { problem: { ...rejected, ...refused } })
      return {}
    })
  const changes = (settings: object[]) => [['admin.settings'], ['admin.changeSettings', { input: { settings } }]]

  test('sends only what was changed in it, not what others have saved since', async () => {
    const { calls } = await save({ PRODUCT_NAME: 'Pine', 'PRODUCT_NAME before': 'Carte', SIGN_UP: 'open', 'SIGN_UP before': 'open' })
    expect(calls).toEqual(changes([{ name: 'PRODUCT_NAME', value: 'Pine' }]))
  })

  test('overwrites what others have saved since only after it was displayed', async () => {
    const { calls, answer } = await save({ SIGN_UP: 'invited', 'SIGN_UP before': 'open' })
    expect(calls).toEqual([['admin.settings']])
    expect(answer).toMatchObject({ data: { errors: { SIGN_UP: expect.stringContaining('“off”') } } })
  })

  test('never opens sign-up because no domain was entered', async () => {
    const { calls } = await save({ SIGN_UP: 'domains', 'SIGN_UP domains': ' ', 'SIGN_UP before': 'off' })
    expect(calls).toEqual(changes([{ name: 'SIGN_UP', value: 'domains' }]))
  })

  test('says what is wrong in the reader’s words, and sends no secret back', async () => {
    const issues = [{ path: 'PRODUCT_NAME', code: 'textLength', values: { max: 40, text: '<' }, message: 'The terminal’s words.' }]
    const { answer } = await save({ PRODUCT_NAME: '<', 'PRODUCT_NAME before': 'Carte', SMTP_URL: 'smtps://a:hush@b.example' }, { issues })
    expect(answer).toMatchObject({
      data: { errors: { PRODUCT_NAME: 'At most 40 characters, without < and >.' }, typed: { PRODUCT_NAME: '<' } },
    })
    expect(JSON.stringify(answer)).not.toContain('hush')
  })
})

test('a first backup goes to the proposed folder, and to none that was chosen meanwhile', async () => {
  const start = (target: string) =>
    post('backups', [['intent', 'first']], (name) =>
      name === 'admin.backups' ? { target, proposal: '/srv/carte-backups', runs: [{ id: 'old' }] } : undefined,
    )
  const { calls, location } = await start('')
  const settings = [{ name: 'BACKUP_TO', value: '/srv/carte-backups' }]
  expect(calls).toEqual([['admin.backups'], ['admin.changeSettings', { input: { settings } }], ['admin.backups'], ['admin.backUp']])
  expect(location).toBe('/admin/backups?done=started&about=old')
  expect((await start('/mnt/backups')).calls).toEqual([['admin.backups'], ['admin.backups'], ['admin.backUp']])
})

test('a first backup after an old login begins with a new one', async () => {
  const refuse = () =>
    Promise.reject(Object.assign(new Error('refused'), { problem: { type: '/problems/recent-login-required', status: 403 } }))
  const { calls, location } = await post('backups', [['intent', 'first']], (name) =>
    name === 'admin.backups' ? { target: '', proposal: '/srv/carte-backups' } : refuse(),
  )
  expect(calls).toHaveLength(2)
  expect(decodeURIComponent(location ?? '')).toMatch(/^\/bff\/login\?returnUrl=\/admin\/backups&/)
})

test('a first backup whose folder can’t be made says why', async () => {
  const problem = { type: '/problems/input-invalid', status: 422, issues: [{ path: 'BACKUP_TO', message: 'BACKUP_TO is wrong.' }] }
  const { calls, answer } = await post('backups', [['intent', 'first']], (name) =>
    name === 'admin.backups'
      ? { target: '', proposal: '/srv/carte-backups' }
      : Promise.reject(Object.assign(new Error('refused'), { problem })),
  )
  expect(calls).toHaveLength(2)
  expect(answer).toMatchObject({ data: { message: 'BACKUP_TO is wrong.', errors: {} }, init: { status: 422 } })
})

test('the demo cards are removed from the overview, which leads to the cards that are left', async () => {
  const { calls, location } = await post('cards', [['intent', 'removeDemo']])
  expect(calls).toEqual([['admin.removeDemo']])
  expect(location).toMatch(/^\/admin\/cards\?.*demoRemoved/)
})
