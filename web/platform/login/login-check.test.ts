import { beforeEach, describe, expect, test, vi } from 'vitest'
import { checkLogin } from './login-check.ts'
import { readSession } from './session-state.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

const claims = [{ type: 'name', value: 'Maren' }]
const errorResponse = (Status: string, Claims: object[] = []) =>
  Response.json({ type: '/problems/not-logged-in', status: 401, title: '', Status, Claims }, { status: 401 })

/** A server that gives these answers in order. */
function answering(...answers: (() => Response)[]) {
  const requests: string[] = []
  const fetch: typeof globalThis.fetch = async (url) => {
    requests.push(String(url))
    const answer = answers[requests.length - 1]
    if (!answer) throw new TypeError('offline')
    return answer()
  }
  return { requests, fetch }
}
const check = (fetch: typeof globalThis.fetch, isLoggedIn = false) => {
  const login = vi.fn<() => Promise<boolean>>().mockResolvedValue(isLoggedIn)
  return { login, state: checkLogin({ slug: 'carte', cardKey: 'k', fetch, login }) }
}

describe('checking the login', () => {
  test('AUTH-7 a signed-in owner is remembered on this device', async () => {
    const { requests, fetch } = answering(() => Response.json(claims))
    const { login, state } = check(fetch)
    expect(await state).toEqual({ kind: 'in', claims })
    expect([requests, login.mock.calls.length]).toEqual([['/bff/user?uId=k'], 0])
    expect(readSession()).toEqual({ isAuthenticated: true, message: null })
  })

  test('AUTH-4 a 401 tries one silent login and repeats the call', async () => {
    const { requests, fetch } = answering(
      () => errorResponse('NotAuthenticated'),
      () => Response.json(claims),
    )
    const { login, state } = check(fetch, true)
    expect(await state).toMatchObject({ kind: 'in' })
    expect([requests.length, login.mock.calls.length]).toEqual([2, 1])
  })

  test('AUTH-4 a second 401 signs out and stores the message with its claims', async () => {
    const { requests, fetch } = answering(
      () => errorResponse('NotAuthenticated'),
      () => errorResponse('NotAuthenticated', claims),
    )
    const { state } = check(fetch, true)
    expect(await state).toEqual({ kind: 'out' })
    expect(requests).toHaveLength(2)
    expect(readSession()).toMatchObject({ isAuthenticated: false, message: { Status: 'NotAuthenticated' } })
  })

  test('AUTH-3 a session for another card is reported with its ID', async () => {
    const foreign = () =>
      errorResponse('Invalid', [
        { type: 'sid', value: 's-1' },
        { type: 'isValid', value: 'false' },
      ])
    const { fetch } = answering(foreign, foreign)
    expect(await check(fetch, true).state).toEqual({ kind: 'foreign', sid: 's-1' })
  })

  test('AUTH-4 parallel checks share one request', async () => {
    const { requests, fetch } = answering(() => Response.json(claims))
    const [one, two] = [check(fetch), check(fetch)]
    expect(await one.state).toBe(await two.state)
    expect(requests).toHaveLength(1)
  })

  test('a lost connection does not sign out', async () => {
    stored.set('session', JSON.stringify({ isAuthenticated: true, message: null }))
    await expect(check(answering().fetch).state).rejects.toMatchObject({ problem: { status: 503 } })
    expect(readSession().isAuthenticated).toBe(true)
  })
})
