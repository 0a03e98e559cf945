import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { useCopy } from '../../../ui/use-copy.ts'
import { useDevice } from '../../../ui/use-device.ts'
import { useInApp } from '../../../platform/app/use-in-app.ts'

/** Shown in another app's built-in browser, which can't save the contact file: how to leave it. */
export function InAppNotice({ pageUrl, hasQr }: { pageUrl: string; hasQr: boolean }) {
  const t = useTranslate()
  const isAndroid = useDevice() === 'android'
  const [isCopied, copy] = useCopy({ good: t('share.copied'), bad: t('share.failed'), forMs: snackbarMs.copy })
  if (!useInApp()) return null
  return (
    <section className="in-app" aria-labelledby="in-app-title">
      <h2 id="in-app-title">{t('save.inApp')}</h2>
      <p>{t('save.inAppLead')}</p>
      {!isAndroid && <p>{t('save.inAppMenu')}</p>}
      <div className="save-acts">
        {isAndroid && (
          <a className="btn large wide solid" href={intentTo(pageUrl)}>
            <Icon name="external-link" />
            {t('save.openBrowser')}
          </a>
        )}
        <button className={isAndroid ? 'btn wide quiet' : 'btn large wide solid'} type="button" onClick={() => copy(pageUrl)}>
          <Icon name={isCopied ? 'check' : 'copy'} />
          {t('share.copy')}
        </button>
        {hasQr && (
          <button className="btn wide quiet" type="button" popoverTarget="qr">
            <Icon name="qr-code" />
            {t('nav.showQr')}
          </button>
        )}
      </div>
    </section>
  )
}

/** An Android intent: opens the page in the default browser, from inside any app. */
export function intentTo(pageUrl: string): string {
  const { protocol, host, pathname, search } = new URL(pageUrl)
  return `intent://${host}${pathname}${search}#Intent;scheme=${protocol.replace(':', '')};end`
}
