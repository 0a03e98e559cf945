import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fewMax, openLoadShedder, waitingMax } from './load-shedding.ts'

const page = '/maren/home'

/** A load shedder with the test's clock and queue. */
function aLoadShedder() {
  let [ms, waiting] = [0, 0]
  const told: string[] = []
  const shedder = openLoadShedder({ nowMs: () => ms, waiting: () => waiting, chance: () => 0.5, told: (is) => void told.push(is) })
  return {
    ...shedder,
    told,
    wait: (many: number) => void (waiting = many),
    /** Measurements that come this late. */
    async late(byMs: number, times: number) {
      for (let time = 0; time < times; time++) {
        ms += 50 + byMs
        shedder.look()
        await nextTurn()
      }
    },
    come: (many: number) => Array.from({ length: many }, () => shedder.refuses(page)),
    pass: (more: number) => void (ms += more),
  }
}

test('one late turn refuses nothing', async () => {
  using shedder = aLoadShedder()
  shedder.come(fewMax)
  await shedder.late(100, 1)
  expect(shedder.refuses(page)).toBeNull()
  await shedder.late(0, 20)
  await shedder.late(100, 1)
  expect(shedder.refuses(page)).toBeNull()
})

test('a few requests are never refused, however slow the machine', async () => {
  using shedder = aLoadShedder()
  shedder.come(fewMax - 1)
  await shedder.late(500, 20)
  expect(shedder.refuses(page)).toBeNull()
  // Lag measured under a low load does not count later.
  expect(shedder.refuses(page)).toBeNull()
})

test('the few left after an overload are served, although the loop was late a moment ago', async () => {
  using shedder = aLoadShedder()
  shedder.come(fewMax)
  await shedder.late(200, 6)
  expect(shedder.refuses(page)).toBe('lag')
  shedder.answered()
  expect(shedder.refuses(page)).toBeNull()
})

test('a loop that stays late refuses some requests, and none a second after it recovers', async () => {
  using shedder = aLoadShedder()
  shedder.come(fewMax)
  await shedder.late(200, 6)
  expect(shedder.refuses(page)).toBe('lag')
  await shedder.late(0, 20)
  expect(shedder.refuses(page)).toBeNull()
  expect(shedder.told).toEqual(['crowded', 'over'])
})

test('no request queues behind two hundred that wait for the database', () => {
  using shedder = aLoadShedder()
  shedder.wait(waitingMax - 1)
  expect(shedder.refuses(page)).toBeNull()
  shedder.wait(waitingMax)
  expect(shedder.refuses(page)).toBe('database')
  shedder.wait(0)
  expect(shedder.refuses(page)).toBeNull()
})

test('one turn of the loop starts at most 100 ms of work, and the next turn starts from zero', async () => {
  using shedder = aLoadShedder()
  expect(new Set(shedder.come(fewMax))).toEqual(new Set([null]))
  shedder.pass(101)
  expect(shedder.refuses(page)).toBe('turn')
  await nextTurn()
  expect(shedder.refuses(page)).toBeNull()
})

test.each(['/healthz', '/readyz', '/metrics'])(
  '%s is served under any load, and so are the files of a page that is on its way',
  async (watched) => {
    using shedder = aLoadShedder()
    shedder.come(fewMax)
    await shedder.late(1000, 9)
    shedder.wait(waitingMax)
    expect([page, watched, '/assets/app.js'].map((url) => shedder.refuses(url, url === '/metrics') === null)).toEqual([false, true, true])
  },
)

test.each([
  '/assets/../maren/home',
  '/assets/%2e%2e/maren/home',
  '/assets/..',
  '/assets//app.js',
  '/assets/',
  '/assets/x/../../maren/home',
])('%s is no file of a page: it is refused under load', async (url) => {
  using shedder = aLoadShedder()
  shedder.wait(waitingMax)
  expect(shedder.refuses(url)).toBe('database')
  expect(shedder.refuses('/assets/app.client-B5w_gU-6.js')).toBeNull()
})
