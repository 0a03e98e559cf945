import { describe, expect, test } from 'vitest'
import { mayInstall, mayLogin, type InstallHere, type LoginHere } from './rules.ts'

const fifth = { installShown: 5, installDiscarded: false, installed: false, tourDone: false }
const visitor: InstallHere = { state: fifth, isPreview: false, isInstalled: false, isOwn: false, isElsewhere: false }

describe('PROMPT-2 the way to install is shown by itself', () => {
  test.each([1, 2, 3, 4, 5, 6, 9, 10, 15])('at load %i only if that is a fifth', (installShown) => {
    expect(mayInstall({ ...visitor, state: { ...fifth, installShown } })).toBe(installShown % 5 === 0)
  })

  test.each<[string, Partial<InstallHere>]>([
    ['in the app', { isInstalled: true }],
    ['in a preview', { isPreview: true }],
    ['on the install page, which is the prompt', { isElsewhere: true }],
    ['where it is installed already', { state: { ...fifth, installed: true } }],
    ['to who wants never to be asked again', { state: { ...fifth, installDiscarded: true } }],
    ['to an owner who was not led around yet', { isOwn: true }],
  ])('not %s', (_where, change) => {
    expect(mayInstall({ ...visitor, ...change })).toBe(false)
  })

  test('to an owner who has done the tour', () => {
    expect(mayInstall({ ...visitor, isOwn: true, state: { ...fifth, tourDone: true } })).toBe(true)
  })
})

const app: LoginHere = {
  isInstalled: true,
  isPreview: false,
  isSimulated: false,
  isSkipped: false,
  isAuthenticated: false,
  isOnline: true,
  wasAsked: false,
}

describe('PROMPT-2 the app leads to the login', () => {
  test('where nobody is signed in', () => {
    expect(mayLogin(app)).toBe(true)
  })

  test.each<[string, Partial<LoginHere>]>([
    ['in a browser’s tab', { isInstalled: false }],
    ['in a preview', { isPreview: true }],
    ['where it only pretends to be installed', { isSimulated: true }],
    ['where the owner wants none', { isSkipped: true }],
    ['who is signed in', { isAuthenticated: true }],
    ['twice in one start', { wasAsked: true }],
    ['without a connection', { isOnline: false }],
  ])('not %s', (_where, change) => {
    expect(mayLogin({ ...app, ...change })).toBe(false)
  })
})
