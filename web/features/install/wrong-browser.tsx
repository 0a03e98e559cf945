import type { Here } from '#contract/install-browser.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LaterIcon } from '../../ui/icons/later-icon.tsx'
import { CopyInstallLink } from './install-link.tsx'
import { chromeIntent } from './installable.ts'

/** Said first where this browser cannot: which one can, and the way there. */
export function WrongBrowser({ here, link }: { here: Here; link: string }) {
  const t = useTranslate()
  const { needs: browser, isInApp } = here
  if (!browser) return null
  return (
    <section className="install-notice" role="status" aria-labelledby="install-needs">
      <h2 id="install-needs">
        <LaterIcon name="circle-alert" />
        {t(browser === 'Safari' ? 'install.needsSafari' : 'install.needsChrome')}
      </h2>
      <p>{t(isInApp ? 'install.getOut' : 'install.openItIn', { browser })}</p>
      <div>
        {browser === 'Chrome' && (
          <a className="btn quiet" href={chromeIntent(link)}>
            <LaterIcon name="external-link" />
            {t('install.openChrome')}
          </a>
        )}
        <CopyInstallLink link={link} />
      </div>
    </section>
  )
}
