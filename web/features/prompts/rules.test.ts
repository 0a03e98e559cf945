import { describe, expect, test } from 'vitest'
import { shouldPromptInstall, shouldPromptLogin, type InstallContext, type LoginContext } from './rules.ts'

const fifth = { visitCount: 5, installDiscarded: false, installed: false, tourDone: false }
const visitor: InstallContext = { state: fifth, isPreview: false, isInstalled: false, isOwn: false, isOtherPrompt: false }

describe('PROMPT-2 the install prompt opens', () => {
  test.each([1, 2, 3, 4, 5, 6, 9, 10, 15])('on visit %i only if it is a multiple of five', (visitCount) => {
    expect(shouldPromptInstall({ ...visitor, state: { ...fifth, visitCount } })).toBe(visitCount % 5 === 0)
  })

  test.each<[string, Partial<InstallContext>]>([
    ['in the app', { isInstalled: true }],
    ['in a preview', { isPreview: true }],
    ['on the install page, which is the prompt', { isOtherPrompt: true }],
    ['where it is installed already', { state: { ...fifth, installed: true } }],
    ['to who wants never to be asked again', { state: { ...fifth, installDiscarded: true } }],
    ['to an owner who was not led around yet', { isOwn: true }],
  ])('not %s', (_where, change) => {
    expect(shouldPromptInstall({ ...visitor, ...change })).toBe(false)
  })

  test('to an owner who has done the tour', () => {
    expect(shouldPromptInstall({ ...visitor, isOwn: true, state: { ...fifth, tourDone: true } })).toBe(true)
  })
})

const app: LoginContext = {
  isInstalled: true,
  isPreview: false,
  isSimulated: false,
  isSkipped: false,
  isAuthenticated: false,
  isOnline: true,
  wasPrompted: false,
}

describe('PROMPT-2 the app prompts for the login', () => {
  test('when signed out', () => {
    expect(shouldPromptLogin(app)).toBe(true)
  })

  test.each<[string, Partial<LoginContext>]>([
    ['in a browser’s tab', { isInstalled: false }],
    ['in a preview', { isPreview: true }],
    ['where it only pretends to be installed', { isSimulated: true }],
    ['where the owner wants none', { isSkipped: true }],
    ['who is signed in', { isAuthenticated: true }],
    ['twice in one start', { wasPrompted: true }],
    ['without a connection', { isOnline: false }],
  ])('not %s', (_where, change) => {
    expect(shouldPromptLogin({ ...app, ...change })).toBe(false)
  })
})
