import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, RouterContextProvider, type LoaderFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import { ignoreStyleErrors } from '../../tests/harness/ignore-style-errors.ts'
import { aSite, anOpenCard } from '../../tests/samples/a-card.ts'
import { DetailsPage } from '../features/account/details/details-page.tsx'
import { connectCard } from '../features/capture/connect-card.ts'
import { ConnectForm } from '../features/capture/form/connect-form.tsx'
import type { Connecting } from '../features/capture/form/use-connect.ts'
import { apiContext, siteContext } from '../platform/router-context.ts'
import * as claim from './account/account-claim.tsx'
import * as forgot from './account/account-forgot.tsx'
import * as link from './account/account-link.tsx'
import * as login from './account/account-login.tsx'
import * as setup from './account/account-setup.tsx'
import * as signUp from './account/account-sign-up.tsx'
import { privacyNoticeOf } from './account/load-privacy.ts'

ignoreStyleErrors()

type Route = { default: ComponentType; loader: (args: LoaderFunctionArgs) => unknown }
const answers = {
  'cards.own': [],
  'cards.claimable': { alias: 'ruth', fullName: 'Ruth Brown' },
  'accounts.signUpState': { invitation: 'none', setupMinutesLeft: null },
}

/** A page as the server renders it, with or without a mail server; `sent` is what its form answered. */
async function page(route: Route, sendsMail: boolean, sent?: object, answered: Record<string, unknown> = answers) {
  const context = new RouterContextProvider()
  // Stubs the calls these pages make.
  context.set(apiContext, { call: async (name: string) => answered[name] } as unknown as Api)
  context.set(siteContext, { ...aSite, sendsMail })
  const request = new Request('https://carte.example/account/page?prompt=login')
  const loaded = await route.loader({ params: { alias: 'ruth' }, request, context } as unknown as LoaderFunctionArgs)
  const loaderData = loaded instanceof Object && 'data' in loaded ? loaded.data : loaded
  const Page = createRoutesStub([{ id: 'page', path: '/', Component: route.default, loader: () => loaderData }])
  return renderToStaticMarkup(<Page hydrationData={{ loaderData: { page: loaderData }, ...(sent && { actionData: { page: sent } }) }} />)
}

const promises = /email you|email a code|Email me|Send (me|a|again)|Sent again/
const sent = { failure: null, typed: { email: 'a@example.com', name: '' }, isSent: true, isAgain: true }

test('LANG-1 login, sign-up and setup offer the languages, without a script', async () => {
  const withSetup = { ...answers, 'accounts.signUpState': { invitation: 'none', setupMinutesLeft: 60 } }
  // Setup posts to its own address, whose fragment is the code.
  for (const [route, path, action] of [
    [login, '/', ' action="/?index"'],
    [signUp, '/', ' action="/?index"'],
    [setup, '/setup', ''],
  ] as const) {
    const html = await page(route, true, undefined, withSetup)
    expect(html).toContain(`<form${action} method="post"><input type="hidden" name="returnUrl" value="${path}"/>`)
    expect(html).toContain('value="ro" lang="ro" name="language"')
  }
})

test.each([
  ['to log in', login, undefined, 'Get a login link'],
  ['to reset a password', forgot, undefined, 'This server sends no email'],
  ['to log in by a link', link, undefined, 'This server sends no email'],
  ['to sign up', signUp, undefined, 'This server sends no email'],
  ['to claim a card', claim, undefined, 'This server sends no email'],
  ['that has made a link', forgot, sent, 'This server sends no email'],
] as const)('a server that sends no email does not promise one on the page %s', async (_what, route, answer, instead) => {
  expect(await page(route, true, answer)).toMatch(promises)
  const html = await page(route, false, answer)
  expect(html).not.toMatch(promises)
  expect(html).toContain(instead)
})

test('the contact form offers to email the card only if the server sends email', () => {
  const form = (sendsMail: boolean) =>
    renderToStaticMarkup(
      <ConnectForm card={connectCard(anOpenCard(), { sendsMail })} connecting={{ phase: 'form', error: null } as Connecting} />,
    )
  expect(form(true)).toContain('name="wantsCard"')
  expect(form(false)).not.toContain('name="wantsCard"')
})

test('deleting an account says how to undo it', () => {
  const text = (sendsMail: boolean) =>
    privacyNoticeOf(new Request('https://carte.example/account/privacy?done=leaving'), { sendsMail })?.text
  expect(text(true)).toContain('We emailed you a link')
  expect(text(false)).toContain('log in here and choose “Keep my account”')
})

test('the email of a login is where emails go, if there are any', () => {
  const view = { name: 'Maren', email: 'maren@example.com', newEmail: null, hasPassword: true, isLoginRecent: true }
  const more = { usesIdentityProvider: false, againHrefs: { email: '/', password: '/' }, settingsHref: null }
  const html = (sendsMail: boolean) => {
    const Page = createRoutesStub([
      { path: '/', Component: () => <DetailsPage view={{ ...view, ...more, sendsMail }} done={null} result={null} /> },
    ])
    return renderToStaticMarkup(<Page />)
  }
  expect(html(true)).toContain('Emails about your account and new contacts go there.')
  expect(html(false)).toContain('You log in with maren@example.com.')
  expect(html(false)).not.toMatch(/go there|email you/)
})
