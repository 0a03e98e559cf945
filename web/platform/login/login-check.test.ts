import { beforeEach, describe, expect, test, vi } from 'vitest'
import { checkLogin } from './login-check.ts'
import { readSession } from './session-state.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

const claims = [{ type: 'name', value: 'Maren' }]
const refusal = (Status: string, Claims: object[] = []) =>
  Response.json({ type: '/problems/not-signed-in', status: 401, title: '', Status, Claims }, { status: 401 })

/** A server that answers these, one after the other. */
function answering(...answers: (() => Response)[]) {
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (url) => {
    asked.push(String(url))
    const answer = answers[asked.length - 1]
    if (!answer) throw new TypeError('offline')
    return answer()
  }
  return { asked, fetch }
}
const check = (fetch: typeof globalThis.fetch, isLoggedIn = false) => {
  const login = vi.fn<() => Promise<boolean>>().mockResolvedValue(isLoggedIn)
  return { login, state: checkLogin({ slug: 'carte', cardKey: 'k', fetch, login }) }
}

describe('looking who is signed in', () => {
  test('AUTH-7 somebody is, and this device remembers it', async () => {
    const { asked, fetch } = answering(() => Response.json(claims))
    const { login, state } = check(fetch)
    expect(await state).toEqual({ kind: 'in', claims })
    expect([asked, login.mock.calls.length]).toEqual([['/bff/user?uId=k'], 0])
    expect(readSession()).toEqual({ isAuthenticated: true, message: null })
  })

  test('AUTH-4 a 401 tries one silent login and asks once more', async () => {
    const { asked, fetch } = answering(
      () => refusal('NotAuthenticated'),
      () => Response.json(claims),
    )
    const { login, state } = check(fetch, true)
    expect(await state).toMatchObject({ kind: 'in' })
    expect([asked.length, login.mock.calls.length]).toEqual([2, 1])
  })

  test('AUTH-4 still nobody: not signed in, and the message with its claims is kept', async () => {
    const { asked, fetch } = answering(
      () => refusal('NotAuthenticated'),
      () => refusal('NotAuthenticated', claims),
    )
    const { state } = check(fetch, true)
    expect(await state).toEqual({ kind: 'out' })
    expect(asked).toHaveLength(2)
    expect(readSession()).toMatchObject({ isAuthenticated: false, message: { Status: 'NotAuthenticated' } })
  })

  test('AUTH-3 signed in, but on the card of somebody else: that session is to be left', async () => {
    const foreign = () =>
      refusal('Invalid', [
        { type: 'sid', value: 's-1' },
        { type: 'isValid', value: 'false' },
      ])
    const { fetch } = answering(foreign, foreign)
    expect(await check(fetch, true).state).toEqual({ kind: 'foreign', sid: 's-1' })
  })

  test('AUTH-4 one looks at a time', async () => {
    const { asked, fetch } = answering(() => Response.json(claims))
    const [one, two] = [check(fetch), check(fetch)]
    expect(await one.state).toBe(await two.state)
    expect(asked).toHaveLength(1)
  })

  test('without a connection nobody is signed out', async () => {
    kept.set('session', JSON.stringify({ isAuthenticated: true, message: null }))
    await expect(check(answering().fetch).state).rejects.toMatchObject({ problem: { status: 503 } })
    expect(readSession().isAuthenticated).toBe(true)
  })
})
