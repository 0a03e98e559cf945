import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inFlightMin, openLoadShedder, waitingMax } from './load-shedding.ts'

const page = '/maren/home'

/** A load shedder with the test's clock and queue. */
function aLoadShedder() {
  let [ms, waiting] = [0, 0]
  const changes: string[] = []
  const shedder = openLoadShedder({
    nowMs: () => ms,
    waiting: () => waiting,
    chance: () => 0.5,
    onChange: (state) => void changes.push(state),
  })
  return {
    ...shedder,
    changes,
    wait: (many: number) => void (waiting = many),
    /** Takes measurements with this lag. */
    async lag(byMs: number, times: number) {
      for (let time = 0; time < times; time++) {
        ms += 50 + byMs
        shedder.measure()
        await nextTurn()
      }
    },
    come: (many: number) => Array.from({ length: many }, () => shedder.shedReason(page)),
    pass: (more: number) => void (ms += more),
  }
}

test('one slow turn refuses nothing', async () => {
  using shedder = aLoadShedder()
  shedder.come(inFlightMin)
  await shedder.lag(100, 1)
  expect(shedder.shedReason(page)).toBeNull()
  await shedder.lag(0, 20)
  await shedder.lag(100, 1)
  expect(shedder.shedReason(page)).toBeNull()
})

test('a few requests are never refused, however slow the machine', async () => {
  using shedder = aLoadShedder()
  shedder.come(inFlightMin - 1)
  await shedder.lag(500, 20)
  expect(shedder.shedReason(page)).toBeNull()
  // Lag measured under a low load does not count later.
  expect(shedder.shedReason(page)).toBeNull()
})

test('few requests after an overload are served, although the loop lagged just before', async () => {
  using shedder = aLoadShedder()
  shedder.come(inFlightMin)
  await shedder.lag(200, 6)
  expect(shedder.shedReason(page)).toBe('lag')
  shedder.answered()
  expect(shedder.shedReason(page)).toBeNull()
})

test('a lagging loop refuses some requests, and none a second after it recovers', async () => {
  using shedder = aLoadShedder()
  shedder.come(inFlightMin)
  await shedder.lag(200, 6)
  expect(shedder.shedReason(page)).toBe('lag')
  await shedder.lag(0, 20)
  expect(shedder.shedReason(page)).toBeNull()
  expect(shedder.changes).toEqual(['overloaded', 'recovered'])
})

test('no request is queued behind 200 that wait for the database', () => {
  using shedder = aLoadShedder()
  shedder.wait(waitingMax - 1)
  expect(shedder.shedReason(page)).toBeNull()
  shedder.wait(waitingMax)
  expect(shedder.shedReason(page)).toBe('database')
  shedder.wait(0)
  expect(shedder.shedReason(page)).toBeNull()
})

test('one turn of the loop starts at most 100 ms of work', async () => {
  using shedder = aLoadShedder()
  expect(new Set(shedder.come(inFlightMin))).toEqual(new Set([null]))
  shedder.pass(101)
  expect(shedder.shedReason(page)).toBe('turn')
  await nextTurn()
  expect(shedder.shedReason(page)).toBeNull()
})

test.each(['/healthz', '/readyz', '/metrics'])('%s is served under any load, and so are assets of a served page', async (watched) => {
  using shedder = aLoadShedder()
  shedder.come(inFlightMin)
  await shedder.lag(1000, 9)
  shedder.wait(waitingMax)
  expect([page, watched, '/assets/app.js'].map((url) => shedder.shedReason(url, url === '/metrics') === null)).toEqual([false, true, true])
})

test.each([
  '/assets/../maren/home',
  '/assets/%2e%2e/maren/home',
  '/assets/..',
  '/assets//app.js',
  '/assets/',
  '/assets/x/../../maren/home',
])('%s is not an asset and is refused under load', async (url) => {
  using shedder = aLoadShedder()
  shedder.wait(waitingMax)
  expect(shedder.shedReason(url)).toBe('database')
  expect(shedder.shedReason('/assets/app.client-B5w_gU-6.js')).toBeNull()
})
