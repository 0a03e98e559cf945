import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { ReconnectScript, OfflineMessage } from '../features/offline/offline-page.tsx'
import { siteContext } from '../platform/router-context.ts'
import lamp from '../ui/art/spot-lamp.svg?url'
import { metas } from './metas.ts'
import { Brand, ProductStyle } from './product-page.tsx'
import { translateFor } from '../loaders/translate-for.ts'

/** No scripts: the device caches this page and shows it at the address of any unreachable page. */
export const handle = 'still'

export function loader({ request, context }: LoaderFunctionArgs) {
  return { title: `${translateFor(request)('reach.noInternet')} | ${context.get(siteContext).productName}` }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function Offline() {
  return (
    <>
      <ProductStyle name="message" />
      <div className="message">
        <Brand />
        <main>
          <img className="art" src={lamp} width="240" height="180" alt="" />
          <OfflineMessage />
        </main>
      </div>
      <ReconnectScript />
    </>
  )
}
