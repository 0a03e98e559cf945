/**
 * Runs in the page as it stands here, so that one hash names it on every page. It waits for the load and a quiet moment, or for the
 * first touch, key or focus; then it fetches the manifest and the page's modules, and last the entry that wakes them.
 */
export const startLate = `(()=>{
const {manifest,entry,routes}=document.currentScript.dataset,first=['pointerdown','keydown','focusin']
let begun
const begin=async()=>{
if(begun)return
begun=1
for(const kind of first)removeEventListener(kind,begin)
await import(manifest)
const ids=Object.entries(JSON.parse(routes)),modules=await Promise.all(ids.map(([,url])=>import(url)))
window.__reactRouterRouteModules=Object.fromEntries(ids.map(([id],at)=>[id,modules[at]]))
await import(entry)
}
for(const kind of first)addEventListener(kind,begin,{passive:true})
const rest=()=>(window.requestIdleCallback||setTimeout)(begin)
document.readyState==='complete'?rest():addEventListener('load',rest)
})()`
