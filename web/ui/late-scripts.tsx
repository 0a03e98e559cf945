import { useContext } from 'react'
import { UNSAFE_DataRouterContext, UNSAFE_DataRouterStateContext, UNSAFE_FrameworkContext } from 'react-router'
import { NonceContext } from './nonce.ts'
import { startLate } from './start-late.ts'

/**
 * Stands in for React Router's Scripts: the same context for hydration, but no preloads and no module script in the page.
 * A starter of a few lines fetches the modules once the page is on screen. A browser draws none of this, and is not sent it.
 */
export const LateScripts = import.meta.env.SSR ? WrittenScripts : () => null

function WrittenScripts() {
  const framework = useContext(UNSAFE_FrameworkContext)
  const router = useContext(UNSAFE_DataRouterContext)
  const state = useContext(UNSAFE_DataRouterStateContext)
  const nonce = useContext(NonceContext)
  if (!framework || !router?.staticContext || !state) return null
  if (state.matches.some(({ route }) => route.handle === 'still')) return null

  const { manifest, serverHandoffString, renderMeta } = framework
  // The data that follows in the stream is only written for a page whose scripts are drawn.
  if (renderMeta) renderMeta.didRenderScripts = true
  // What the router may try out one day is off: that need not be said to every visitor.
  const handoff = serverHandoffString?.replace(/"future":\{[^}]*\}/, '"future":{}')
  const routes = Object.fromEntries(
    state.matches.flatMap(({ route }) => {
      const entry = manifest.routes[route.id]
      return entry ? [[route.id, entry.module]] : []
    }),
  )

  return (
    <>
      <script
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{
          __html: `window.__reactRouterContext=${handoff};__reactRouterContext.stream=new ReadableStream({start(c){__reactRouterContext.streamController=c}}).pipeThrough(new TextEncoderStream())`,
        }}
      />
      <script
        nonce={nonce}
        suppressHydrationWarning
        data-manifest={manifest.url}
        data-entry={manifest.entry.module}
        data-routes={JSON.stringify(routes)}
        dangerouslySetInnerHTML={{ __html: startLate }}
      />
    </>
  )
}
