import { renderToReadableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext } from 'react-router'
import { loadMessages } from './i18n/use-translate.ts'
import { requestLanguage } from '#common/request-language.ts'
import { languages } from '#contract/languages.ts'
import { NonceContext } from './ui/nonce.ts'

await Promise.all(languages.map((language) => loadMessages(language)))

/** The server uses this bundle's router: context keys are compared by identity, and each copy of the library has its own. */
export { createRequestHandler } from 'react-router'
export { createRouterContext } from './platform/router-context.ts'

/** Sends whole pages, no streams: a cached page must be complete. */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  const failures: unknown[] = []
  // Only the code that signs the page knows this nonce. It marks scripts we wrote, so text of an owner can't pass as one.
  const nonce = crypto.randomUUID()
  const page = (
    <NonceContext value={nonce}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </NonceContext>
  )
  const stream = await renderToReadableStream(page, {
    nonce: { script: nonce },
    // Larger than any page, so that React never splits off a part that a script would insert.
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
