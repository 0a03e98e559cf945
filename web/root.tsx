import type { ReactNode } from 'react'
import { Meta, Outlet, useRouteLoaderData, type LoaderFunctionArgs } from 'react-router'
import fontUrl from '~fonts/sans.woff2?url'
import { sayer } from './i18n/catalogues.ts'
import { chooseLanguage } from './i18n/languages.ts'
import { SayContext } from './i18n/use-say.ts'
import { siteContext } from './platform/provided.ts'
import { SiteContext, type SiteFacts } from './platform/use-site.ts'
import { Failed } from './routes/failed.tsx'
import mark from './ui/art/mark.svg?url'
import { LateScripts } from './ui/late-scripts.tsx'

export function loader({ request, context }: LoaderFunctionArgs) {
  const { productName, publicUrl, supportPhone, helpUrl } = context.get(siteContext)
  const site: SiteFacts = { productName, publicUrl, supportPhone, helpUrl }
  return { language: chooseLanguage(request.headers.get('accept-language')), site }
}

/** Nothing the root says changes while a person walks from page to page. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  const language = data?.language ?? 'en'
  const page = (
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
  )
  const said = <SayContext value={sayer(language)}>{page}</SayContext>
  return data ? <SiteContext value={data.site}>{said}</SiteContext> : said
}

export default function Root() {
  return <Outlet />
}

export { Failed as ErrorBoundary }
