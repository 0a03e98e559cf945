/**
 * Runs in the page for when there is no connection, whose address is the one that was asked for: names the page, offers the card
 * where this device keeps it, and loads anew when the server answers. Its address is no place of its own: there it waits for nothing.
 */
export const awaitConnection = `(()=>{
const {origin,pathname,search}=location,[,alias,...rest]=pathname.split('/'),page=rest.at(-1)||alias
const all=[...document.querySelectorAll('[data-page]')],one=all.find(found=>found.dataset.page===page)
if(one)for(const each of all)each.hidden=each!==one
const say=()=>{for(const each of document.querySelectorAll('[data-online]'))each.hidden=each.dataset.online!==String(navigator.onLine)}
say()
const door=document.querySelector('[data-card]')
try{caches.has('card-'+alias.toLowerCase()).then(isKept=>{
if(!isKept||page==='home')return
door.href='/'+alias+'/home'
door.hidden=false
},()=>{})}catch{}
if(pathname==='/offline')return
const again=()=>location.replace(origin+pathname+search)
document.querySelector('[data-again]').onsubmit=event=>{event.preventDefault();again()}
const ask=()=>document.hidden||fetch('/remote/api',{method:'HEAD',cache:'no-store'}).then(({status})=>status===204&&again(),()=>{})
setTimeout(ask,500)
setInterval(ask,5000)
for(const kind of ['online','offline'])addEventListener(kind,()=>{say();ask()})
document.addEventListener('visibilitychange',ask)
})()`
