import { stripVTControlCharacters } from 'node:util'
import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { createLog, type LogLevel } from './log.ts'

function aLog(level: LogLevel = 'info') {
  let written = ''
  const log = createLog(level, (lines) => (written += lines))
  function lines(): Record<string, unknown>[] {
    log.flush()
    return written
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  }
  return { log, lines }
}

test('an event is one line, whatever its fields contain', () => {
  const { log, lines } = aLog()
  log.info('seen', { name: 'a\n{"level":"error"}\u2028b', count: 10n })
  expect(lines()).toMatchObject([{ level: 'info', event: 'seen', name: 'a\n{"level":"error"}\u2028b', count: '10' }])
})

test('only fields that may be personal pay for being checked one by one', () => {
  const { log, lines } = aLog()
  const stringify = vi.spyOn(JSON, 'stringify')
  try {
    log.info('answered', { place: 'cards.read', status: 200, ms: 0.3, isCached: true })
    log.info('opened', { path: '/find?name=ann' })
    log.info('mailed', { to: ['ann@example.com'] })
    expect(stringify.mock.calls.map(([, replacer]) => typeof replacer)).toEqual(['undefined', 'function', 'function'])
  } finally {
    stringify.mockRestore()
  }
  expect(lines()[0]).toMatchObject({ event: 'answered', place: 'cards.read', status: 200, ms: 0.3, isCached: true })
  expect(JSON.stringify(lines())).not.toContain('ann')
})

test('fields cannot forge another event', () => {
  const { log, lines } = aLog()
  log.info('seen', { event: 'paid', level: 'error', at: 'never' })
  expect(lines()).toMatchObject([{ event: 'seen', level: 'info', at: expect.stringMatching(/^\d{4}-/) }])
})

test('events below the level are not written', () => {
  const { log, lines } = aLog('warn')
  log.info('seen')
  log.warn('odd')
  expect(lines()).toMatchObject([{ event: 'odd' }])
})

test('by default, a terminal has warnings only, and files have what was answered, too', () => {
  for (const [format, isTerminal, events] of [
    ['text', true, 1],
    ['text', false, 2],
    ['json', true, 2],
  ] as const) {
    let written = ''
    const log = createLog('auto', (lines) => (written += lines), format, isTerminal)
    log.info('answered')
    log.warn('odd')
    log.flush()
    expect(written.trim().split('\n')).toHaveLength(events)
  }
})

test('a failed statement leaves no personal values in the log', () => {
  const { log, lines } = aLog()
  const error = new DrizzleQueryError('insert into contact values ($1)', ['ann@example.com'], new Error('disk full'))
  log.error('failed', { error })
  expect(JSON.stringify(lines())).not.toContain('ann@')
  expect(lines()).toMatchObject([{ error: { message: 'Failed query: insert into contact values ($1)', cause: { message: 'disk full' } } }])
})

test('fields that cannot be serialized do not throw', () => {
  const { log, lines } = aLog()
  const circle: Record<string, unknown> = {}
  circle.itself = circle
  log.warn('odd', { circle })
  expect(lines()).toMatchObject([{ event: 'odd' }])
})

test('PRIVACY errors lose quoted input, and texts lose email addresses and queries', () => {
  const { log, lines } = aLog()
  const read = (text: string): unknown => {
    try {
      return JSON.parse(text)
    } catch (error) {
      return error
    }
  }
  log.error('failed', { error: read('Ann Field') })
  log.error('failed', { error: Object.assign(new Error('invalid input syntax for type uuid: "Ann Field"'), { code: '22P02' }) })
  log.warn('refused', { reason: '550 <ann@example.com> is unknown here, see https://mail.example/why?who=ann&token=7f' })
  log.warn('job-failed', { error: new Error('outer', { cause: new Error('no mail for ann@example.com') }) })
  const text = JSON.stringify(lines())
  for (const theirs of ['Ann', 'ann@', 'who=ann', '7f']) expect(text).not.toContain(theirs)
  expect(text).toContain('is unknown here, see https://mail.example/why')
})

test('as text an event is one line too, and a terminal obeys nothing in it', () => {
  let written = ''
  const log = createLog('info', (lines) => (written += lines), 'text')
  log.warn('job-failed', {
    queue: 'mail',
    tries: 2,
    reason: 'a "b"\nerror paid',
    title: '\u001b[2J\u009b2J\u202e',
    mail: 'ann@example.com',
  })
  log.flush()
  expect(stripVTControlCharacters(written)).toMatch(
    /^\d\d:\d\d:\d\d job-failed queue=mail tries=2 reason="a \\"b\\"\\nerror paid" title="\\u001b\[2J\\u\{9b\}2J\\u\{202e\}" mail=…@…\n$/,
  )
  for (const control of ['\u001b[2J', '\u009b', '\u202e']) expect(written).not.toContain(control)
})

test('as text, a warning has its error on one line; errors and debug add the stack', () => {
  const error = new Error('1 of 2 owners not reached', { cause: new TypeError('no mail for ann@example.com') })
  const written = (level: LogLevel, at: 'warn' | 'error') => {
    let all = ''
    const log = createLog(level, (lines) => (all += lines), 'text')
    log[at]('job-failed', { job: 'contacts.mail', error })
    log.flush()
    return stripVTControlCharacters(all)
  }
  expect(written('warn', 'warn')).toMatch(
    /^[\d:]+ job-failed job=contacts\.mail error="1 of 2 owners not reached: TypeError: no mail for …@…"\n$/,
  )
  for (const [level, at] of [
    ['debug', 'warn'],
    ['warn', 'error'],
  ] as const)
    expect(written(level, at)).toContain('log.test.ts')
})
