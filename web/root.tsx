import { lazy, Suspense, type ReactNode } from 'react'
import { isRouteErrorResponse, Meta, Outlet, useRouteLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import fontUrl from '~fonts/sans.woff2?url'
import { LanguageContext, translatorFor } from './i18n/use-translate.ts'
import { requestLanguage } from '#common/request-language.ts'
import { failedPage } from './platform/connection/failed-page.ts'
import { siteContext } from './platform/provided.ts'
import { noSite, SiteContext, type SiteFacts } from './platform/use-site.ts'
import mark from './ui/art/mark.svg?url'
import { LateScripts } from './ui/late-scripts.tsx'

export function loader({ request, context }: LoaderFunctionArgs) {
  const { productName, productSlug, version, publicUrl, supportPhone, helpUrl } = context.get(siteContext)
  const site: SiteFacts = { productName, productSlug, version, publicUrl, supportPhone, helpUrl }
  return { language: requestLanguage(request), site }
}

/** The title until a page has its own: while it loads, and where there is none to load. */
export const meta: MetaFunction<typeof loader> = ({ loaderData, error }) => {
  const t = translatorFor(loaderData?.language ?? 'en')
  const isNobody = isRouteErrorResponse(error) && error.status === 404
  const said = t(error ? (isNobody ? 'noData.title' : 'failed.title') : 'title.loading')
  return [
    { title: [said, loaderData?.site.productName].filter(Boolean).join(' | ') },
    ...(error ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

/** Nothing the root says changes while a person walks from page to page. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  const language = data?.language ?? 'en'
  return (
    <LanguageContext value={language}>
      <SiteContext value={data?.site ?? noSite}>
        <html lang={language}>
          <head>
            <meta charSet="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
            <link rel="preload" href={fontUrl} as="font" type="font/woff2" crossOrigin="anonymous" />
            <link rel="icon" href={mark} type="image/svg+xml" />
            <Meta />
          </head>
          <body>
            {children}
            <LateScripts />
          </body>
        </html>
      </SiteContext>
    </LanguageContext>
  )
}

export default function Root() {
  return <Outlet />
}

/** Fetched where something failed: nobody else needs it. */
const Failed = lazy(() => import('./routes/failed.tsx'))

export function ErrorBoundary() {
  const Page = failedPage.Page ?? Failed
  return (
    <Suspense>
      <Page />
    </Suspense>
  )
}
