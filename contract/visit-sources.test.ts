import { expect, test } from 'vitest'
import { sourceOfVisit } from './visit-sources.ts'

test('a visit came by the source in the address of the same card', () => {
  expect(sourceOfVisit('https://carte.example/maren/home?lang=fr&source=qr', 'maren')).toBe('qr')
  expect(sourceOfVisit('https://carte.example/maren/connect?source=signature#form', 'maren')).toBe('signature')
  expect(sourceOfVisit('https://carte.example/tobias/home?source=qr', 'maren'), 'the address of another card').toBeUndefined()
  expect(sourceOfVisit('https://carte.example/?source=qr', 'maren'), 'the front page').toBeUndefined()
  expect(sourceOfVisit('https://carte.example/maren/home?source=pwa', 'maren')).toBeUndefined()
  expect(sourceOfVisit('https://carte.example/maren/home?resource=qr', 'maren')).toBeUndefined()
  expect(sourceOfVisit(undefined, 'maren')).toBeUndefined()
})
