import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fewMax, openCrowd, waitingMax } from './crowd.ts'

const page = '/maren/home'

/** A crowd before a server whose clock and queue the test holds. */
function aCrowd() {
  let [ms, waiting] = [0, 0]
  const told: string[] = []
  const crowd = openCrowd({ nowMs: () => ms, waiting: () => waiting, chance: () => 0.5, told: (is) => void told.push(is) })
  return {
    ...crowd,
    told,
    wait: (many: number) => void (waiting = many),
    /** Looks that come so late. */
    async late(byMs: number, times: number) {
      for (let time = 0; time < times; time++) {
        ms += 50 + byMs
        crowd.look()
        await nextTurn()
      }
    },
    come: (many: number) => Array.from({ length: many }, () => crowd.refuses(page)),
    pass: (more: number) => void (ms += more),
  }
}

test('one hiccup of the machine turns nobody away', async () => {
  using crowd = aCrowd()
  crowd.come(fewMax)
  await crowd.late(100, 1)
  expect(crowd.refuses(page)).toBeNull()
  await crowd.late(0, 20)
  await crowd.late(100, 1)
  expect(crowd.refuses(page)).toBeNull()
})

test('a few are no crowd, however slow the machine', async () => {
  using crowd = aCrowd()
  crowd.come(fewMax - 1)
  await crowd.late(500, 20)
  expect(crowd.refuses(page)).toBeNull()
  // Nor does what was slow among few count against those who come then.
  expect(crowd.refuses(page)).toBeNull()
})

test('once a crowd has gone, the few who are left are turned away no longer, although the loop was late a moment ago', async () => {
  using crowd = aCrowd()
  crowd.come(fewMax)
  await crowd.late(200, 6)
  expect(crowd.refuses(page)).toBe('lag')
  crowd.answered()
  expect(crowd.refuses(page)).toBeNull()
})

test('where the loop stays late some are turned away, and everybody comes in a second after it is not', async () => {
  using crowd = aCrowd()
  crowd.come(fewMax)
  await crowd.late(200, 6)
  expect(crowd.refuses(page)).toBe('lag')
  await crowd.late(0, 20)
  expect(crowd.refuses(page)).toBeNull()
  expect(crowd.told).toEqual(['crowded', 'over'])
})

test('behind two hundred who wait for the database nobody else waits', () => {
  using crowd = aCrowd()
  crowd.wait(waitingMax - 1)
  expect(crowd.refuses(page)).toBeNull()
  crowd.wait(waitingMax)
  expect(crowd.refuses(page)).toBe('database')
  crowd.wait(0)
  expect(crowd.refuses(page)).toBeNull()
})

test('one turn of the loop begins no more than a tenth of a second of work, and the next begins anew', async () => {
  using crowd = aCrowd()
  expect(new Set(crowd.come(fewMax))).toEqual(new Set([null]))
  crowd.pass(101)
  expect(crowd.refuses(page)).toBe('turn')
  await nextTurn()
  expect(crowd.refuses(page)).toBeNull()
})

test.each(['/healthz', '/readyz', '/metrics'])(
  '%s comes in whatever the crowd, and the files of a page that is on its way',
  async (watched) => {
    using crowd = aCrowd()
    crowd.come(fewMax)
    await crowd.late(1000, 9)
    crowd.wait(waitingMax)
    expect([page, watched, '/assets/app.js'].map((url) => crowd.refuses(url, url === '/metrics') === null)).toEqual([false, true, true])
  },
)

test.each([
  '/assets/../maren/home',
  '/assets/%2e%2e/maren/home',
  '/assets/..',
  '/assets//app.js',
  '/assets/',
  '/assets/x/../../maren/home',
])('%s is no file of a page: it waits with the crowd', async (url) => {
  using crowd = aCrowd()
  crowd.wait(waitingMax)
  expect(crowd.refuses(url)).toBe('database')
  expect(crowd.refuses('/assets/app.client-B5w_gU-6.js')).toBeNull()
})
