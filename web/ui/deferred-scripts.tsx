import { useContext } from 'react'
import { UNSAFE_DataRouterContext, UNSAFE_DataRouterStateContext, UNSAFE_FrameworkContext } from 'react-router'
import { NonceContext } from './nonce.ts'

/**
 * Replaces React Router's Scripts: the same context for hydration, but no preloads and no module script in the page. A small inline
 * starter fetches the modules once the page has painted. Browsers never render this component and don't get its code.
 */
export const DeferredScripts = import.meta.env.SSR ? WrittenScripts : () => null

function WrittenScripts() {
  const framework = useContext(UNSAFE_FrameworkContext)
  const router = useContext(UNSAFE_DataRouterContext)
  const state = useContext(UNSAFE_DataRouterStateContext)
  const nonce = useContext(NonceContext)
  if (!framework || !router?.staticContext || !state) return null
  if (state.matches.some(({ route }) => route.handle === 'still')) return null

  const { manifest, serverHandoffString, renderMeta } = framework
  // React Router streams its data only if the page's scripts are rendered.
  if (renderMeta) renderMeta.didRenderScripts = true
  // The router’s future flags are all off; leave them out of the HTML.
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
        dangerouslySetInnerHTML={{ __html: starterScript }}
      />
    </>
  )
}

/**
 * Inlined unchanged into every page. It waits for the load, the first paint and an idle moment (at most a second), or for the first
 * touch, key or focus; then it adds the entry script, which fetches the rest when the page needs it. It stores the first interaction,
 * the time of the last one outside sheets and the browser's install offer for the app. A script element, because the CSP trusts
 * scripts that a trusted script adds; a Trusted Types policy, because its address must be a trusted one. A picture that fails to load
 * is marked, and the style sheet shows initials instead of the browser's broken image.
 */
const starterScript = `onbeforeinstallprompt=e=>{e.preventDefault();installOffer=e};(()=>{let begun
const {images}=document,mark=(one,is)=>one.toggleAttribute('data-broken',is)
for(const kind of ['error','load'])document.addEventListener(kind,({target:one})=>one.tagName=='IMG'&&mark(one,kind=='error'),true)
for(const one of images)one.complete&&!one.naturalWidth&&mark(one,true)
const {entry}=document.currentScript.dataset,begin=e=>{if(e?.type)touched=e
if(begun)return
begun=1
const script=document.createElement('script')
script.type='module'
script.src=window.trustedTypes?.createPolicy('deferred',{createScriptURL:u=>u}).createScriptURL(entry)??entry
document.head.append(script)},rest=()=>new PerformanceObserver((list,watch)=>{if(list.getEntriesByName('first-contentful-paint')[0]){watch.disconnect();(window.requestIdleCallback||setTimeout)(begin,{timeout:1000})}}).observe({type:'paint',buffered:true})
for(const kind of ['pointerdown','keydown','focusin','click'])addEventListener(kind,begin,{once:true,passive:true})
for(const kind of ['pointerdown','keydown','click','touchmove','wheel'])addEventListener(kind,({key,target:one})=>/^(Shift|Control|Alt|Meta)$/.test(key)||one.closest?.('dialog,[popover]')||(activeAt=performance.now()),{passive:true,capture:true})
document.readyState=='complete'?rest():addEventListener('load',rest)})()`
