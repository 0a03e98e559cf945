import { snackbarMs } from '#contract/constants.ts'
import { useSay } from '../../../i18n/use-say.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { LaterIcon } from '../../../ui/icons/later-icon.tsx'
import { useCopy } from '../../../ui/use-copy.ts'
import { useDevice } from '../../../ui/use-device.ts'
import { useInApp } from '../../../platform/app/use-in-app.ts'

/** Said where this page is shown by another app, which would lose the file: how to get out. */
export function InAppNotice({ pageUrl, hasQr }: { pageUrl: string; hasQr: boolean }) {
  const say = useSay()
  const isAndroid = useDevice() === 'android'
  const [isCopied, copy] = useCopy({ good: say('share.copied'), bad: say('share.failed'), forMs: snackbarMs.copy })
  if (!useInApp()) return null
  return (
    <section className="in-app" aria-labelledby="in-app-title">
      <h2 id="in-app-title">{say('save.inApp')}</h2>
      <p>{say('save.inAppLead')}</p>
      {!isAndroid && <p>{say('save.inAppMenu')}</p>}
      <div className="save-acts">
        {isAndroid && (
          <a className="btn large wide solid" href={intentTo(pageUrl)}>
            <LaterIcon name="external-link" />
            {say('save.openBrowser')}
          </a>
        )}
        <button className={isAndroid ? 'btn wide quiet' : 'btn large wide solid'} type="button" onClick={() => copy(pageUrl)}>
          <Icon name={isCopied ? 'check' : 'copy'} />
          {say('share.copy')}
        </button>
        {hasQr && (
          <button className="btn wide quiet" type="button" popoverTarget="qr">
            <Icon name="qr-code" />
            {say('nav.showQr')}
          </button>
        )}
      </div>
    </section>
  )
}

/** Android hands this to the browser its owner chose, from inside any app. */
export function intentTo(pageUrl: string): string {
  const { protocol, host, pathname, search } = new URL(pageUrl)
  return `intent://${host}${pathname}${search}#Intent;scheme=${protocol.replace(':', '')};end`
}
