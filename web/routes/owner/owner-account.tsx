import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { AccountPage } from '../../features/account/settings/account-page.tsx'
import { NotificationSettings } from '../../features/push/notification-settings.tsx'
import { provideAgain, siteContext } from '../../platform/provided.ts'
import { changeAccount } from './change-account.ts'
import { loadAccount } from '../account/load-account.ts'
import { metas } from '../metas.ts'
import { openOwner } from './open-owner.ts'
import { translateFor } from '../translate-for.ts'
import { useOwner } from './use-owner.ts'
import { useLanguage } from '../card/shell/use-language.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openOwner(args)
  const { productName } = args.context.get(siteContext)
  return {
    facts: await loadAccount(args, open),
    title: [translateFor(args.request)('page.myAccount'), productName].join(' | '),
  }
}

export async function action(args: ActionFunctionArgs) {
  // A card is read once for a request: what is read before the change must not be what the page after it shows.
  const before = { ...args, context: provideAgain(args.context) }
  const { owner } = await openOwner(before)
  return changeAccount(before, owner)
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function OwnerAccount() {
  const { facts } = useLoaderData<typeof loader>()
  const told = useActionData<typeof action>()
  const { alias, cardId, cardKey, experiments } = useOwner()
  const view = { ...facts, language: useLanguage(), hasLanguages: experiments.includes('EnableTranslations') }
  // Part of the page's own script: a lazy one drops the server's HTML until it is loaded, and everything below it moves.
  const notifications = experiments.includes('NotificationsSubscribe') && (
    <NotificationSettings alias={alias} cardId={cardId} cardKey={cardKey} />
  )
  return <AccountPage view={view} told={told ?? null} notifications={notifications} />
}
