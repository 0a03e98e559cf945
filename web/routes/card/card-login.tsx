import { pathTo } from '#common/path-to.ts'
import { useEffect } from 'react'
import { redirect, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { isProblem } from '#contract/api.ts'
import { readLoginReason } from '#contract/accounts/login-reasons.ts'
import { cardHref } from '#contract/pages.ts'
import { backHash } from '../../features/sign-in/after-hash.ts'
import { CardLogin } from '../../features/sign-in/card-login.tsx'
import { LoginFrame } from '../../features/sign-in/login-frame.tsx'
import styles from '../../features/sign-in/login.css?page-style'
import { useTranslate } from '../../i18n/use-translate.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { silentLogin } from '../../platform/login/silent-login.ts'
import { useSite } from '../../platform/use-site.ts'
import { KitStyle } from '../../ui/kit-style.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import ownerTokens from '../../ui/styles/owner-tokens.css?inline'
import { claimHref } from '../../loaders/account-links.ts'
import { AppIdentity } from '../shell/app-identity.tsx'
import { metas } from '../metas.ts'
import { isOpen, openCard, readCard } from '../../loaders/open-card.ts'
import { ProductStyle } from '../product-page.tsx'
import { returnUrl } from '../../loaders/return-url.ts'
import { unlessMissing } from '../../loaders/unless-missing.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  // A disabled card has no login page; its owner uses the account login.
  if (searchParams.has('from') && !isOpen((await readCard(args)).answer['{product}']))
    throw redirect(
      `/account/login?${new URLSearchParams({
        returnUrl: returnUrl(searchParams.get('from'), '/account'),
        ...(searchParams.get('forceRelogin') === 'on' && { prompt: 'login' }),
      })}`,
    )
  const { address, card } = await openCard(args)
  const home = cardHref(address, 'home')
  const from = withPayload(returnUrl(searchParams.get('from'), home), searchParams.get('sharePayload'))
  const isForced = searchParams.get('forceRelogin') === 'on'
  const why = readLoginReason(searchParams.get('why'))
  if (!isForced && (await isSignedIn(args, card.key))) throw redirect(from)
  const title = [translateFor(args.request)('page.login'), card.fullName, args.context.get(siteContext).productName]
    .filter(Boolean)
    .join(' | ')
  const { alias } = address
  const isUnclaimed = await unlessMissing(() => args.context.get(apiContext).call('cards.claimable', { params: { alias } }))
  return { title, alias, cardKey: card.key, from, home, isForced, why, claim: isUnclaimed && claimHref(alias), madeAtMs: Date.now() }
}

/** Keeps the link to share across the login. */
function withPayload(from: string, payload: string | null): string {
  if (!payload) return from
  const [path = '', hash = ''] = from.split('#')
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ sharePayload: payload })}${hash && `#${hash}`}`
}

async function isSignedIn({ context }: LoaderFunctionArgs, cardKey: string): Promise<boolean> {
  try {
    await context.get(apiContext).call('accounts.user', { query: { uId: cardKey } })
    return true
  } catch (thrown) {
    if (isProblem(thrown) && thrown.problem.status === 401) return false
    throw thrown
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function Login() {
  const { alias, cardKey, from, home, isForced, why, claim, madeAtMs } = useLoaderData<typeof loader>()
  const { productName } = useSite()
  const t = useTranslate()
  // A link in an email sends no SameSite cookie, but the user may be signed in.
  useEffect(() => {
    if (!isForced) void silentLogin(cardKey).then((isIn) => isIn && location.replace(from))
  }, [isForced, cardKey, from])

  const login = pathTo('accounts.login')
  const loginHref = (atMs: number) => {
    const back = `${from}${from.includes('#') ? '' : backHash(atMs)}`
    return `${login}?${new URLSearchParams({ returnUrl: back, ...(isForced ? { prompt: 'login', ...(why ? { why } : {}) } : {}) })}`
  }
  return (
    <>
      {import.meta.env.SSR && <AppIdentity alias={alias} />}
      <ProductStyle name="card-login" css={import.meta.env.SSR ? ownerTokens : ''} />
      <KitStyle />
      <PageStyle name="card-login" styles={styles} />
      <LoginFrame title={t('login.title')} lead={t('login.motto')} serif>
        <CardLogin
          notice={isForced ? t(why ? `login.why.${why}` : 'login.again') : null}
          productName={productName}
          loginHref={loginHref}
          madeAtMs={madeAtMs}
          homeHref={home}
          claimHref={claim}
        />
      </LoginFrame>
    </>
  )
}
