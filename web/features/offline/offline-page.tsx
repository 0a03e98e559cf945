import { useContext } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { NonceContext } from '../../ui/nonce.ts'

/** What is said of a page that needs the server, by the last part of its address. */
const pages = {
  'my-account': 'page.myAccount',
  'my-contacts': 'page.myContacts',
  'my-notifications': 'push.title',
  analytics: 'page.analytics',
  subscriptions: 'plan.title',
  login: 'page.login',
  'email-signature': 'page.emailSignature',
} as const

/** Drawn once by the server and kept; the script beside it fits it to the address it stands under. */
export function OfflineWords() {
  const t = useTranslate()
  return (
    <>
      <h1>
        <span data-online="false">{t('reach.noInternet')}</span>
        <span data-online="true" hidden>
          {t('reach.noData')}
        </span>
      </h1>
      <p className="lead" data-page="">
        {t('offline.needs')}
      </p>
      {Object.entries(pages).map(([segment, name]) => (
        <p key={segment} className="lead" data-page={segment} hidden>
          {t('offline.pageNeeds', { page: t(name) })}
        </p>
      ))}
      <p className="lead" role="status">
        {t('offline.byItself')}
      </p>
      <div className="actions">
        <a className="btn large wide door" data-card hidden href="/">
          {t('offline.openCard')}
        </a>
        {/* Without an action it leads to the address it stands under. */}
        <form data-again>
          <button className="btn large wide ghost" type="submit">
            {t('failed.again')}
          </button>
        </form>
      </div>
    </>
  )
}

export function AwaitConnection() {
  return <script nonce={useContext(NonceContext)} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: awaitConnection }} />
}

/**
 * Runs in the page for when there is no connection, whose address is the one that was asked for: names the page, offers the card
 * where this device keeps it, and loads anew when the server answers. Its address is no place of its own: there it waits for nothing.
 */
const awaitConnection = `(()=>{
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
