import { lazy, Suspense, type ComponentType } from 'react'
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { pageKindOf } from '#common/page-kind.ts'
import printHref from '../../features/cards/frame/print.css?url'
import { CardHome } from '../../features/cards/home/card-home.tsx'
import styles from '../../features/cards/home/home.css?page-style'
import { beforeHydration } from '../../platform/hydration/before-hydration.ts'
import { PageStyle } from '../../ui/page-style.tsx'
import { cardHead } from './shell/card-head.ts'
import { fullViewContext, viewContext } from './shell/view-context.ts'
import { metas } from '../metas.ts'
import { openCardPage } from '../../loaders/open-card.ts'
import { pageViews } from './shell/page-views.ts'
import { useFrame } from './shell/use-frame.ts'
import type { WideHomeProps } from './shell/wide-home.tsx'

/** Loaded only on wide screens. */
const fetchWideHome = () => import('./shell/wide-home.tsx')
let WideHome: ComponentType<WideHomeProps> = lazy(fetchWideHome)
if (!import.meta.env.SSR && document.querySelector('.face > .desktop'))
  beforeHydration.push(fetchWideHome().then((wide) => void (WideHome = wide.default)))

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'home')
  const context = viewContext(open, args)
  const head = cardHead(open, args, { page: 'home', section: context.t('menu.home') })
  const { view } = pageViews.home(context)
  // Phones don't get the data of wide screens.
  const isPhone = pageKindOf(args.request.headers.get('user-agent')) === 'phone'
  return { head, view, wide: isPhone ? null : pageViews.wideHome(await fullViewContext(open, args)) }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function Home() {
  const { view, wide } = useLoaderData<typeof loader>()
  const frame = useFrame()
  return (
    <>
      <PageStyle name="card-home" styles={styles} />
      {/* A separate file, so that the first view doesn't wait for print styles. */}
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
