import { useContext } from 'react'
import { useLaterSay } from '../../i18n/use-later-say.ts'
import { NonceContext } from '../../ui/nonce.ts'
import { awaitConnection } from './await-connection.ts'

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
  const say = useLaterSay()
  return (
    <>
      <h1>
        <span data-online="false">{say('reach.noInternet')}</span>
        <span data-online="true" hidden>
          {say('reach.noData')}
        </span>
      </h1>
      <p className="lead" data-page="">
        {say('offline.needs')}
      </p>
      {Object.entries(pages).map(([segment, name]) => (
        <p key={segment} className="lead" data-page={segment} hidden>
          {say('offline.pageNeeds', { page: say(name) })}
        </p>
      ))}
      <p className="lead" role="status">
        {say('offline.byItself')}
      </p>
      <div className="actions">
        <a className="btn large wide door" data-card hidden href="/">
          {say('offline.openCard')}
        </a>
        {/* Without an action it leads to the address it stands under. */}
        <form data-again>
          <button className="btn large wide ghost" type="submit">
            {say('failed.again')}
          </button>
        </form>
      </div>
    </>
  )
}

export function AwaitConnection() {
  return <script nonce={useContext(NonceContext)} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: awaitConnection }} />
}
