import { lazy, Suspense, type ComponentType } from 'react'
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { pageKindOf } from '#contract/page-kind.ts'
import printHref from '../../features/cards/frame/print.css?url'
import { CardHome } from '../../features/cards/home/card-home.tsx'
import css from '../../features/cards/home/home.css?inline'
import href from '../../features/cards/home/home.css?url'
import { beforeWaking } from '../../platform/waking/before-waking.ts'
import { PageStyle } from '../../ui/page-style.tsx'
import { cardHead } from './shell/card-head.ts'
import { fullViewContext, viewContext } from './shell/view-context.ts'
import { metas } from '../metas.ts'
import { openCardPage } from './shell/open-card.ts'
import { pageViews } from './shell/page-views.ts'
import { useFrame } from './shell/use-frame.ts'
import type { WideHomeProps } from './shell/wide-home.tsx'

/** Fetched only where it is shown. */
const fetchWideHome = () => import('./shell/wide-home.tsx')
let WideHome: ComponentType<WideHomeProps> = lazy(fetchWideHome)
if (!import.meta.env.SSR && document.querySelector('.face > .desktop'))
  beforeWaking.push(fetchWideHome().then((wide) => void (WideHome = wide.default)))

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'home')
  const context = viewContext(open, args)
  const head = cardHead(open, args, { page: 'home', section: context.t('menu.home') })
  const { view } = pageViews.home(context)
  // What only a wide screen shows is not sent to a phone.
  const isPhone = pageKindOf(args.request.headers.get('user-agent')) === 'phone'
  return { head, view, wide: isPhone ? null : pageViews.wideHome(await fullViewContext(open, args)) }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function Home() {
  const { view, wide } = useLoaderData<typeof loader>()
  const frame = useFrame()
  return (
    <>
      <PageStyle name="card-home" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      {/* A file of its own: no first view waits for what paper needs. */}
      <link rel="stylesheet" media="print" href={printHref} />
      <CardHome view={view} frame={frame}>
        {wide && (
          <Suspense>
            <WideHome wide={wide} frame={frame} />
          </Suspense>
        )}
      </CardHome>
    </>
  )
}
