import type { ComponentProps } from 'react'
import { redirect, useLocation, type LoaderFunctionArgs } from 'react-router'
import { readLoginReason } from '#contract/accounts/login-reasons.ts'
import { LoginFrame } from '../../features/sign-in/login-frame.tsx'
import css from '../../features/sign-in/login.css?inline'
import ownerTokens from '../../ui/styles/owner-tokens.css?inline'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { siteContext } from '../../platform/router-context.ts'
import { KitStyle } from '../../ui/kit-style.tsx'
import { LanguageMenu } from '../language-menu.tsx'
import languageMenu from '../language-menu.css?inline'
import { ProductStyle } from '../product-page.tsx'
import { returnUrl } from '../../loaders/return-url.ts'

/** The loader data that all login pages share. */
export function loginFacts(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  title: MessageKey,
  { home = '/account', takesLinks = false, isOwn = false } = {},
) {
  const { searchParams } = new URL(request.url)
  const { isLoginOutside, signUp, sendsMail } = context.get(siteContext)
  const problem = searchParams.get('problem')
  const back = returnUrl(searchParams.get('returnUrl'), home)
  const token = searchParams.get('token') ?? ''
  // External identity providers have their own form; after an error, with an administrator's link or if the page has a form of its own,
  // ours is shown.
  if (isLoginOutside && !problem && !isOwn && !(takesLinks && token))
    throw redirect(`/bff/login?${new URLSearchParams({ returnUrl: back })}`)
  return {
    isLoginOutside,
    sendsMail,
    takesSignUps: signUp === 'open' || signUp === 'domains',
    title: `${translateFor(request)(title)} | ${context.get(siteContext).productName}`,
    returnUrl: back,
    token,
    problem,
    why: readLoginReason(searchParams.get('why')),
  }
}

/** The heading of a form whose email was sent; null before. */
export function sentWords(sent: { isSent: boolean; typed: { email: string } } | undefined, sendsMail: boolean, t: Translate) {
  if (!sent?.isSent) return null
  const { email } = sent.typed
  return sendsMail
    ? { title: t('login.sentTitle'), lead: t('login.sent', { email }) }
    : { title: t('login.storedTitle'), lead: t('login.stored', { email }) }
}

export function LoginPage({ children, ...frame }: ComponentProps<typeof LoginFrame>) {
  const { pathname, search } = useLocation()
  return (
    <>
      <ProductStyle name="login" css={import.meta.env.SSR ? ownerTokens + css + languageMenu : ''} />
      <KitStyle />
      <LoginFrame {...frame}>
        {children}
        <LanguageMenu returnUrl={pathname + search} />
      </LoginFrame>
    </>
  )
}
