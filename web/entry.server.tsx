import { renderToReadableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext } from 'react-router'
import { loadMessages } from './i18n/use-translate.ts'
import { requestLanguage } from '#common/request-language.ts'
import { languages } from '#contract/languages.ts'
import { NonceContext } from './ui/nonce.ts'

await Promise.all(languages.map((language) => loadMessages(language)))

/** The server answers with this bundle's router: a context is known by its class, and each copy of the library has its own. */
export { createRequestHandler } from 'react-router'
export { provideContext } from './platform/provided.ts'

/** Whole pages, never streams: a page that is kept must be complete. */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  const failures: unknown[] = []
  // Known to nobody but whoever seals the page: what it marks was written by us, and by no text of an owner's.
  const nonce = crypto.randomUUID()
  const page = (
    <NonceContext value={nonce}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </NonceContext>
  )
  const stream = await renderToReadableStream(page, {
    nonce: { script: nonce },
    // Larger than any page, so that React never holds a part back to bring it in by script.
    progressiveChunkSize: 4_000_000,
    onError: (error) => void failures.push(error),
  })
  await stream.allReady
  const html = await new Response(stream).text()
  if (failures.length > 0) throw failures[0]

  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('x-nonce', nonce)
  headers.set('Content-Language', requestLanguage(request))
  headers.append('Vary', 'Accept-Language')
  return new Response(html, { status, headers })
}
