import { redirect, useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { editHref } from '../../features/editor/sections.ts'
import { PrintPage } from '../../features/print/print-page.tsx'
import { openOwner } from '../../loaders/open-owner.ts'
import { readAddresses } from '../../loaders/read-addresses.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { useSite } from '../../platform/use-site.ts'
import { LocalCode } from '../local-code.tsx'
import { metas } from '../metas.ts'
import { loadPrint } from './load-print.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { owner } = await openOwner(args)
  // A printed code opens the public card, so it waits until the card is enabled.
  if (owner.off) throw redirect(editHref(owner.alias, 'card'))
  return {
    view: await loadPrint(args),
    ...(await readAddresses(args.context.get(apiContext), args.context.get(siteContext))),
    title: [translateFor(args.request)('page.print'), args.context.get(siteContext).productName].join(' | '),
  }
}

export { unlessShare as shouldRevalidate } from '../../platform/share-address.ts'

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function OwnerPrint() {
  const { view, phone, nextAddress } = useLoaderData<typeof loader>()
  const { publicUrl } = useSite()
  const local = <LocalCode address={publicUrl} phone={phone} path={`/${view.alias}`} next={nextAddress} />
  return <PrintPage key={view.alias} view={view} local={local} />
}
