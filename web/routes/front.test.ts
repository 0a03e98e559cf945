import type { ActionFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import { action } from './front.tsx'

test.each([
  ['/account/login?prompt=login', '/account/login?prompt=login'],
  ['', '/'],
  ['https://evil.example/', '/'],
  ['//evil.example/', '/'],
])('LANG-1 after the choice of a language the page %j returns to %s', async (returnUrl, expected) => {
  const body = new URLSearchParams({ language: 'ro', returnUrl })
  const request = new Request('https://carte.example/?index', { method: 'POST', body })
  const { headers } = await action({ request } as ActionFunctionArgs)
  expect(headers.get('location')).toBe(expected)
  expect(headers.get('set-cookie')).toContain('language=ro;')
})
