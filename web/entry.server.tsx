import { renderToReadableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import type { Api } from '#contract/api.ts'
import type { Site } from '#contract/site.ts'
import { loadLanguage } from './i18n/catalogues.ts'
import { chooseLanguage, languages, type Language } from './i18n/languages.ts'
import { apiContext, siteContext } from './platform/provided.ts'

await Promise.all(languages.map(loadLanguage))

/** The server hands requests to a router of its own, which takes no context but its own kind: not this bundle's copy of the class. */
const routerOfServer = 'react-router'
const router = (await import(/* @vite-ignore */ routerOfServer)) as { RouterContextProvider: new () => RouterContextProvider }

export function provideContext({ api, site }: { api: Api; site: Site }): RouterContextProvider {
  const context = new router.RouterContextProvider()
  context.set(apiContext, api)
  context.set(siteContext, site)
  return context
}

/** The language a request is answered in; part of what a kept page is known by. */
export const languageOf = (request: Request): Language => chooseLanguage(request.headers.get('accept-language'))

/** Whole pages, never streams: a page that is kept must be complete. */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  const failures: unknown[] = []
  const stream = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    // Larger than any page, so that React never holds a part back to bring it in by script.
    progressiveChunkSize: 4_000_000,
    onError: (error) => void failures.push(error),
  })
  await stream.allReady
  const html = await new Response(stream).text()
  if (failures.length > 0) throw failures[0]

  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Language', languageOf(request))
  headers.append('Vary', 'Accept-Language')
  return new Response(html, { status, headers })
}
