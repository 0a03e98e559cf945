import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useActionData, useLoaderData } from 'react-router'
import { KnownPasskeys } from '../features/login/known-passkeys.tsx'
import { useLaterSay } from '../i18n/use-later-say.ts'
import { apiContext } from '../platform/provided.ts'
import { LoginPage, loginFacts } from './parts/login-page.tsx'
import { metas } from './parts/metas.ts'
import { loginHref, openAccount } from './parts/open-account.ts'
import { again, fieldOf, tried } from './parts/tried.ts'
import { useLanguage } from './parts/use-language.ts'

/** After a new password: what else opens the account, for who was not the only one to have the old one. */
export async function loader(args: LoaderFunctionArgs) {
  const facts = loginFacts(args, 'login.keysTitle')
  await openAccount(args)
  const { passkeys } = await args.context.get(apiContext).call('accounts.ways')
  return { ...facts, passkeys }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  const here = pathname.replace(/\.data$/, '') + search
  const id = fieldOf(await request.formData(), 'id')
  const { trouble } = await tried(request, () => context.get(apiContext).call('accounts.removePasskey', { input: { id } }))
  if (trouble?.status === 401) return redirect(loginHref(here, 'passkeys'))
  return trouble ? again(trouble, { email: '', name: '' }) : redirect(here)
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function AccountPasskeys() {
  const { passkeys, returnUrl } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const say = useLaterSay()
  return (
    <LoginPage title={say('login.keysTitle')} lead={say('login.keysLead')}>
      <KnownPasskeys passkeys={passkeys} returnUrl={returnUrl} language={useLanguage()} trouble={sent?.trouble ?? null} />
    </LoginPage>
  )
}
