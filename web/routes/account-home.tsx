import { redirect, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { isRefused } from '#contract/api.ts'
import { OwnCards } from '../features/login/own-cards.tsx'
import { useLaterSay } from '../i18n/use-later-say.ts'
import { apiContext, siteContext } from '../platform/provided.ts'
import { LoginPage } from './parts/login-page.tsx'
import { metas } from './parts/metas.ts'
import { sayFor } from './parts/say-for.ts'

/** Whose cards these are, or the way to log in. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = context.get(apiContext)
  try {
    const [claims, cards] = await Promise.all([api.call('accounts.user'), api.call('cards.own')])
    const claim = (type: string) => String(claims.find((one) => one.type === type)?.value ?? '')
    const title = `${sayFor(request)('login.cardsTitle')} | ${context.get(siteContext).productName}`
    return { title, cards, email: claim('email'), logoutHref: claim('bff:logout_url') }
  } catch (thrown) {
    if (isRefused(thrown) && thrown.problem.status === 401) throw redirect('/bff/login?returnUrl=%2Faccount')
    throw thrown
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function AccountHome() {
  const { cards, email, logoutHref } = useLoaderData<typeof loader>()
  const say = useLaterSay()
  return (
    <LoginPage title={say('login.cardsTitle')} lead={say('login.signedInAs', { email })}>
      <OwnCards cards={cards} logoutHref={`${logoutHref}&returnUrl=%2F`} />
    </LoginPage>
  )
}
