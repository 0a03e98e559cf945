import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from 'react-router'
import { ownerHref } from '#contract/pages.ts'
import { sharedCookie } from '../../features/contacts/new/shared-cookie.ts'
import { isShareError, readShared, type ShareError } from '../../features/contacts/new/read-shared.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { siteContext } from '../../platform/router-context.ts'
import signpost from '../../ui/art/spot-signpost.svg?url'
import { AppIdentity } from '../shell/app-identity.tsx'
import { metas } from '../metas.ts'
import { openCard } from '../../loaders/open-card.ts'
import { MessagePage } from '../product-page.tsx'

/** Shown if nothing was shared, or if what was shared is not a contact. */
export async function loader(args: LoaderFunctionArgs) {
  const { card } = await openCard(args)
  const problem = new URL(args.request.url).searchParams.get('problem')
  const failure: ShareError = isShareError(problem) ? problem : 'nothing'
  const title = [translateFor(args.request)('contacts.sharedFailed'), args.context.get(siteContext).productName].join(' | ')
  return { alias: card.alias, failure, title }
}

/** The share target of the installed card: turns shared data into a contact to review. Signed-out users go through the login first. */
export async function action(args: ActionFunctionArgs) {
  const { card } = await openCard(args)
  const alias = card.alias.toLowerCase()
  const form = await args.request.formData().catch(() => null)
  const shared = form ? await readShared(form) : ({ typed: null, failure: 'unreadable' } as const)
  if (!shared.typed) return data({ failure: shared.failure }, { status: 422 })
  const isSecure = args.context.get(siteContext).publicUrl.startsWith('https:')
  return redirect(`${ownerHref(alias, 'myContacts')}?${new URLSearchParams({ source: 'pwa', shared: 'on' })}`, {
    status: 303,
    headers: { 'set-cookie': sharedCookie(shared.typed, { alias, isSecure }) },
  })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

const words = {
  nothing: 'contacts.sharedNothing',
  several: 'contacts.sharedSeveral',
  unreadable: 'contacts.sharedUnreadable',
  large: 'contacts.sharedLarge',
} as const satisfies Record<ShareError, MessageKey>

export default function CardShared() {
  const { alias, failure } = useLoaderData<typeof loader>()
  const found = useActionData<typeof action>()
  const t = useTranslate()
  return (
    <>
      {import.meta.env.SSR && <AppIdentity alias={alias} />}
      <MessagePage
        art={signpost}
        title={t('contacts.sharedFailed')}
        lead={t(words[found?.failure ?? failure])}
        actions={
          <a className="btn large wide door" href={ownerHref(alias, 'myContacts')}>
            {t('contacts.sharedBack')}
          </a>
        }
      />
    </>
  )
}
