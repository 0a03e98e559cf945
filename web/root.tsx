import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { isRouteErrorResponse, Meta, Outlet, useRouteLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import fontUrl from '~fonts/sans.woff2?url'
import { LanguageContext, translatorFor } from './i18n/use-translate.ts'
import { requestLanguage } from '#common/request-language.ts'
import { failedPage } from './platform/connection/failed-page.ts'
import { siteContext } from './platform/router-context.ts'
import { noSite, SiteContext, type SiteFacts } from './platform/use-site.ts'
import mark from './ui/art/mark.svg?url'
import { DeferredScripts } from './ui/deferred-scripts.tsx'

export function loader({ request, context }: LoaderFunctionArgs) {
  const { productName, productSlug, version, publicUrl, supportPhone, helpUrl, hasPlans } = context.get(siteContext)
  const site: SiteFacts = { productName, productSlug, version, publicUrl, supportPhone, helpUrl, hasPlans }
  return { language: requestLanguage(request), site }
}

/** The title while a page loads, and for errors. */
export const meta: MetaFunction<typeof loader> = ({ loaderData, error }) => {
  const t = translatorFor(loaderData?.language ?? 'en')
  const isNotFound = isRouteErrorResponse(error) && error.status === 404
  const text = t(error ? (isNotFound ? 'noData.title' : 'failed.title') : 'title.loading')
  return [
    { title: [text, loaderData?.site.productName].filter(Boolean).join(' | ') },
    ...(error ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

/** The root's data never changes during client navigation. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  const language = data?.language ?? 'en'
  // The page responds from here on: journeys and benchmarks wait for it.
  useEffect(() => void (document.documentElement.dataset['hydrated'] = ''), [])
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
            <DeferredScripts />
          </body>
        </html>
      </SiteContext>
    </LanguageContext>
  )
}

export default function Root() {
  return <Outlet />
}

/** Loaded only after an error. */
const Failed = lazy(() => import('./routes/failed.tsx'))

export function ErrorBoundary() {
  const Page = failedPage.Page ?? Failed
  return (
    <Suspense>
      <Page />
    </Suspense>
  )
}
