import { data, redirect, useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { sideHref } from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'
import { editHref } from '../../features/editor/sections.ts'
import { SignatureLocked, SignaturePage } from '../../features/signature/signature-page.tsx'
import { isAppAddress } from '../../platform/app/standalone.ts'
import { siteContext } from '../../platform/router-context.ts'
import { subscriptionHref } from '../../loaders/account-links.ts'
import { loadSignature } from './load-signature.ts'
import { metas } from '../metas.ts'
import { openCard } from '../../loaders/open-card.ts'
import { loadOwnerWho } from '../../loaders/load-who.ts'
import { openOwner } from '../../loaders/open-owner.ts'
import { OwnerShell } from '../shell/owner-shell.tsx'
import { formatMonthlyPrice } from '../../loaders/subscription/format-monthly-price.ts'
import { translateFor } from '../../loaders/translate-for.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { owner } = await openOwner(args)
  const { alias } = owner
  // A signature shows the public card, so it waits until the card is enabled.
  if (owner.off) throw redirect(editHref(alias, 'card'))
  const title = [translateFor(args.request)('page.emailSignature'), args.context.get(siteContext).productName].join(' | ')
  const frame = { owner, who: await loadOwnerWho(args, alias), isApp: isAppAddress(new URL(args.request.url).search), title, price: '' }
  const { card } = await openCard(args)
  if (!has(card.permissions, 'EMailSignatures')) return data({ ...frame, price: formatMonthlyPrice(args), view: null }, { status: 403 })
  return data({ ...frame, view: await loadSignature(args, owner) })
}

export { unlessShare as shouldRevalidate } from '../../platform/share-address.ts'

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function EmailSignature() {
  const { owner, who, isApp, price, view } = useLoaderData<typeof loader>()
  return (
    <OwnerShell
      owner={owner}
      who={who}
      isApp={isApp}
      page="emailSignature"
      hrefOf={(alias) => sideHref(alias, 'emailSignature')}
      isOwners={false}
    >
      {view ? <SignaturePage view={view} /> : <SignatureLocked upgradeHref={subscriptionHref(owner.alias)} price={price} />}
    </OwnerShell>
  )
}
