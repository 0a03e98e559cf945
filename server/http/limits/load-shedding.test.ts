import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fewMax, openLoadShedder, waitingMax } from './load-shedding.ts'

const page = '/maren/home'

/** A load shedder whose clock and queue the test holds. */
function aLoadShedder() {
  let [ms, waiting] = [0, 0]
  const told: string[] = []
  const shedder = openLoadShedder({ nowMs: () => ms, waiting: () => waiting, chance: () => 0.5, told: (is) => void told.push(is) })
  return {
    ...shedder,
    told,
    wait: (many: number) => void (waiting = many),
    /** Looks that come so late. */
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

test('one hiccup of the machine turns nobody away', async () => {
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
  // Nor does what was slow among few count against those who come then.
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

test('where the loop stays late some are turned away, and everybody comes in a second after it is not', async () => {
  using shedder = aLoadShedder()
  shedder.come(fewMax)
  await shedder.late(200, 6)
  expect(shedder.refuses(page)).toBe('lag')
  await shedder.late(0, 20)
  expect(shedder.refuses(page)).toBeNull()
  expect(shedder.told).toEqual(['crowded', 'over'])
})

test('behind two hundred who wait for the database nobody else waits', () => {
  using shedder = aLoadShedder()
  shedder.wait(waitingMax - 1)
  expect(shedder.refuses(page)).toBeNull()
  shedder.wait(waitingMax)
  expect(shedder.refuses(page)).toBe('database')
  shedder.wait(0)
  expect(shedder.refuses(page)).toBeNull()
})

test('one turn of the loop begins no more than a tenth of a second of work, and the next begins anew', async () => {
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
