import { data, redirect, useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { cardHref } from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'
import { editHref } from '../../features/editor/sections.ts'
import { ShellStyle } from '../../features/shell/shell-style.tsx'
import { SignatureFrame } from '../../features/signature/signature-frame.tsx'
import { SignatureLocked, SignaturePage } from '../../features/signature/signature-page.tsx'
import { siteContext } from '../../platform/provided.ts'
import { SharedIcons } from '../../ui/icons/icon.tsx'
import { Snackbar } from '../../ui/snackbar.tsx'
import { subscriptionHref } from '../account/account-links.ts'
import { AppIdentity } from './shell/app-identity.tsx'
import { loadSignature } from './load-signature.ts'
import { metas } from '../metas.ts'
import { openCard } from './shell/open-card.ts'
import { openOwner } from '../owner/open-owner.ts'
import { priceFor } from '../owner/price-for.ts'
import { translateFor } from '../translate-for.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { owner } = await openOwner(args)
  const { alias, isTeam } = owner
  // A signature shows what visitors see: while that is nothing, it waits for the switch.
  if (owner.off) throw redirect(editHref(alias, 'card'))
  const title = [translateFor(args.request)('page.emailSignature'), args.context.get(siteContext).productName].join(' | ')
  const frame = { alias, isTeam, title, price: '' }
  const { card } = await openCard(args)
  if (!has(card.permissions, 'EMailSignatures')) return data({ ...frame, price: priceFor(args), view: null }, { status: 403 })
  return data({ ...frame, view: await loadSignature(args, owner) })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function EmailSignature() {
  const { alias, isTeam, price, view } = useLoaderData<typeof loader>()
  return (
    <>
      {import.meta.env.SSR && <AppIdentity alias={alias} />}
      <SharedIcons />
      <ShellStyle />
      <Snackbar>
        <SignatureFrame backHref={cardHref({ alias }, 'home')} isTeam={isTeam}>
          {view ? <SignaturePage view={view} /> : <SignatureLocked upgradeHref={subscriptionHref(alias)} price={price} />}
        </SignatureFrame>
      </Snackbar>
    </>
  )
}
