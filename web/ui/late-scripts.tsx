import { useContext } from 'react'
import { UNSAFE_DataRouterContext, UNSAFE_DataRouterStateContext, UNSAFE_FrameworkContext } from 'react-router'
import { NonceContext } from './nonce.ts'

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

/**
 * Runs in the page as it stands here, so that one hash names it on every page. It waits for the load, for the first paint and
 * a quiet moment, or for the first touch, key or focus; then it brings in the entry, which fetches the rest when the page needs it, and
 * knows from here by what it was touched before. A script element,
 * because the page's policy trusts those that a trusted script adds; the policy object, because an address for one must say
 * that it was meant. A browser's offer to install the card may come before any of that: it is put aside. A picture that does not arrive
 * is marked, and the style sheet shows initials instead of the browser's broken image.
 */
const startLate = `onbeforeinstallprompt=e=>{e.preventDefault();installOffer=e};(()=>{let begun
const {images}=document,mark=(one,is)=>one.toggleAttribute('data-broken',is)
for(const kind of ['error','load'])document.addEventListener(kind,({target:one})=>one.tagName=='IMG'&&mark(one,kind=='error'),true)
for(const one of images)one.complete&&!one.naturalWidth&&mark(one,true)
const {entry}=document.currentScript.dataset,begin=e=>{if(e?.type)touched=e
if(begun)return
begun=1
const script=document.createElement('script')
script.type='module'
script.src=window.trustedTypes?.createPolicy('start-late',{createScriptURL:u=>u}).createScriptURL(entry)??entry
document.head.append(script)},rest=()=>new PerformanceObserver((list,watch)=>{if(list.getEntriesByName('first-contentful-paint')[0]){watch.disconnect();(window.requestIdleCallback||setTimeout)(begin)}}).observe({type:'paint',buffered:true})
for(const kind of ['pointerdown','keydown','focusin','click'])addEventListener(kind,begin,{once:true,passive:true})
document.readyState=='complete'?rest():addEventListener('load',rest)})()`
