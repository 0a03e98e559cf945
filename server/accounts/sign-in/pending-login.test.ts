import { expect, test } from 'vitest'
import { storePendingLogin } from './pending-login.ts'

const site = { publicUrl: 'https://cards.example', oidcIssuer: 'https://id.example' }
const aLogin = (state: string, isSilent: boolean) => ({
  state,
  nonce: 'n',
  verifier: 'v',
  isForced: false,
  isSilent,
  returnUrl: '/account',
})

/** A browser that starts these logins one after the other and completes none. */
function begin(logins: readonly [string, boolean][]): string[] {
  const jar = new Map<string, string>()
  for (const [state, isSilent] of logins) {
    const request = new Request(site.publicUrl, { headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') } })
    for (const text of storePendingLogin(site, request, aLogin(state, isSilent))) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
  }
  return [...jar.keys()].map((name) => name.replace('__Host-login-', ''))
}

test('LIMIT only the three newest interactive logins stay pending', () => {
  const logins = ['a', 'b', 'c', 'd', 'e'].map((state): [string, boolean] => [state, false])
  expect(begin(logins)).toEqual(['c', 'd', 'e'])
})

test('silent logins never evict an interactive one', () => {
  const silent = ['s', 't', 'u', 'v', 'w'].map((state): [string, boolean] => [state, true])
  expect(begin([['a', false], ...silent])).toEqual(['a', 'u', 'v', 'w'])
  expect(begin([['a', false], ['b', false], ['c', false], ...silent])).toEqual(['a', 'b', 'c', 'w'])
})
