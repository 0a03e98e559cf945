import { useContext } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useSite } from '../../platform/use-site.ts'
import { NonceContext } from '../../ui/nonce.ts'

/** Names of pages that need the server, by the last part of their address. */
const pages = {
  'my-account': 'page.myAccount',
  'my-contacts': 'page.myContacts',
  'my-notifications': 'push.title',
  analytics: 'page.analytics',
  subscriptions: 'plan.title',
  login: 'page.login',
  'email-signature': 'page.emailSignature',
} as const

/** Rendered once by the server and cached; the script adapts it to the address it is shown at. */
export function OfflineMessage() {
  const t = useTranslate()
  const { hasPlans } = useSite()
  return (
    <>
      <h1>
        <span data-online="false">{t('reach.noInternet')}</span>
        <span data-online="true" hidden>
          {t('reach.noData')}
        </span>
      </h1>
      <p className="lead" data-page="">
        {t('offline.onlineRequired')}
      </p>
      {Object.entries(pages)
        .filter(([segment]) => hasPlans || segment !== 'subscriptions')
        .map(([segment, name]) => (
          <p key={segment} className="lead" data-page={segment} hidden>
            {t('offline.pageOnlineRequired', { page: t(name) })}
          </p>
        ))}
      <p className="lead" role="status">
        {t('offline.byItself')}
      </p>
      <div className="actions">
        <a className="btn large wide door" data-card hidden href="/">
          {t('offline.openCard')}
        </a>
        {/* Without an action the form reloads the current address. */}
        <form data-again>
          <button className="btn large wide ghost" type="submit">
            {t('failed.again')}
          </button>
        </form>
      </div>
    </>
  )
}

export function ReconnectScript() {
  return <script nonce={useContext(NonceContext)} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: reconnectScript }} />
}

/**
 * Runs in the offline page, which is shown at the address that was requested: names the page, offers the card if it is cached, and
 * reloads when the server answers. At `/offline` itself it does nothing.
 */
const reconnectScript = `(()=>{
const {origin,pathname,search}=location,[,alias,...rest]=pathname.split('/'),page=rest.at(-1)||alias
const all=[...document.querySelectorAll('[data-page]')],one=all.find(found=>found.dataset.page===page)
if(one)for(const each of all)each.hidden=each!==one
const update=()=>{for(const each of document.querySelectorAll('[data-online]'))each.hidden=each.dataset.online!==String(navigator.onLine)}
update()
const door=document.querySelector('[data-card]')
try{caches.has('card-'+alias.toLowerCase()).then(isCached=>{
if(!isCached||page==='home')return
door.href='/'+alias+'/home'
door.hidden=false
},()=>{})}catch{}
if(pathname==='/offline')return
const again=()=>location.replace(origin+pathname+search)
document.querySelector('[data-again]').onsubmit=event=>{event.preventDefault();again()}
const ask=()=>document.hidden||fetch('/remote/api',{method:'HEAD',cache:'no-store'}).then(({status})=>status===204&&again(),()=>{})
setTimeout(ask,500)
setInterval(ask,5000)
for(const kind of ['online','offline'])addEventListener(kind,()=>{update();ask()})
document.addEventListener('visibilitychange',ask)
})()`
