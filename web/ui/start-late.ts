/**
 * Runs in the page as it stands here, so that one hash names it on every page. It waits for the load, for the first paint and
 * a quiet moment, or for the first touch, key or focus; then it brings in the entry, which fetches the rest. A script element,
 * because the page's policy trusts those that a trusted script adds; the policy object, because an address for one must say
 * that it was meant. A browser's offer to install the card may come before any of that: it is put aside.
 */
export const startLate = `onbeforeinstallprompt=e=>{e.preventDefault();installOffer=e};(()=>{
const {entry}=document.currentScript.dataset,first=['pointerdown','keydown','focusin']
let begun
const begin=()=>{
if(begun)return
begun=1
for(const kind of first)removeEventListener(kind,begin)
const script=document.createElement('script'),meant=window.trustedTypes?.createPolicy('start-late',{createScriptURL:url=>url})
script.type='module'
script.src=meant?meant.createScriptURL(entry):entry
document.head.append(script)
}
for(const kind of first)addEventListener(kind,begin,{passive:true})
const seen='first-contentful-paint',rest=()=>new PerformanceObserver((list,watch)=>{
if(!list.getEntriesByName(seen)[0])return
watch.disconnect();(window.requestIdleCallback||setTimeout)(begin)
}).observe({type:'paint',buffered:true})
document.readyState==='complete'?rest():addEventListener('load',rest)
})()`
