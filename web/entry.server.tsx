import { renderToReadableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext } from 'react-router'
import { loadLanguage } from './i18n/catalogues.ts'
import { chooseLanguage, languages, type Language } from './i18n/languages.ts'

// The server renders with the router of this build, not with one of its own: two routers do not know each other's contexts.
export { createRequestHandler } from 'react-router'
export { provideContext } from './platform/provided.ts'

/** The language a request is answered in; part of what a kept page is known by. */
export const languageOf = (request: Request): Language => chooseLanguage(request.headers.get('accept-language'))

await Promise.all(languages.map(loadLanguage))

/** Whole pages, never streams: a page that is kept must be complete. */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  let failure: unknown
  const stream = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    // Larger than any page, so that React never holds a part back to bring it in by script.
    progressiveChunkSize: 4_000_000,
    onError: (error) => {
      failure = error
    },
  })
  await stream.allReady
  const html = await new Response(stream).text()
  if (failure) throw failure

  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Language', languageOf(request))
  headers.append('Vary', 'Accept-Language')
  return new Response(html, { status, headers })
}
