import { useSyncExternalStore, type ReactNode } from 'react'
import { detectBrowser, type InstallBrowser } from '#common/browser/install-browser.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useCardState } from '../../platform/device/use-card-state.ts'
import { useInstalled } from '../../platform/app/use-installed.ts'
import { useOffer } from '../../platform/app/use-offer.ts'
import { useSite } from '../../platform/use-site.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { IconName } from '../../ui/icons/icon-names.ts'
import { Facts } from '../../ui/list/facts.tsx'
import { Cluster } from '../../ui/page/layout.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { Demonstrations } from './demonstrations.tsx'
import { InstallButton } from './install-button.tsx'
import { InstallCode } from './install-code.tsx'
import { CopyInstallLink, InstallLink } from './install-link.tsx'
import { InstallSteps } from './install-steps.tsx'
import { InstallStyle } from './install-style.tsx'
import { InstallLead, InstallPortrait, InstallTitle } from './install-title.tsx'
import type { InstallVideos } from './install-videos.ts'
import { chromeIntent, installHref, type InstallPageCard } from './installable.ts'
import { methods, methodsBySystem } from './methods.ts'

/** How to put the card on a home screen: on this phone, or on another one. */
export function InstallPage({ card, videos, served }: { card: InstallPageCard; videos: InstallVideos; served: InstallBrowser | null }) {
  const t = useTranslate()
  const { publicUrl } = useSite()
  const browser = useBrowser(served)
  const isRunning = useInstalled()
  const hasOffer = useOffer()
  const [state] = useCardState(card.alias)
  const link = publicUrl + installHref(card.alias)
  const isDesktop = browser?.system === 'desktop'
  // An unknown browser gets the most frequent one's steps, and the list of all others opened.
  const method = browser ? browser.method : 'safariIphone'
  const browserName = browser?.requiredBrowser === null && method ? methods[method].browser : ''

  return (
    <main id="content" tabIndex={-1} className="on-card install-page" data-system={browser?.system}>
      <InstallStyle />
      {card.accountHref && (
        <p className="install-home">
          <ButtonLink kind="ghost" icon="arrow-left" isDocument href={card.accountHref}>
            {t('install.toHome')}
          </ButtonLink>
        </p>
      )}
      <div className="install-box">
        <div className="install-main">
          <div className="install-person">
            {card.showsPortrait && <InstallPortrait card={card} alt={t('home.portrait', { name: card.fullName })} />}
            <p>
              <b dir="auto">{card.fullName}</b>
              {card.line && <small dir="auto">{card.line}</small>}
            </p>
          </div>
          <h1>
            <InstallTitle card={card} />
          </h1>
          <p className="install-lead">
            <InstallLead onPhone={browserName ? t('install.leadIn', { browser: browserName }) : t('install.lead')} />
          </p>
          {isRunning ? (
            <Notice id="install-done" icon="badge-check" title={t('install.running')} more={t('install.runningMore')} />
          ) : (
            state?.installed && <Notice id="install-done" icon="badge-check" title={t('install.already')} more={t('install.alreadyMore')} />
          )}
          {browser && !isRunning && <WrongBrowser browser={browser} link={link} />}
          {!isRunning && !isDesktop && method && (
            <section className="install-way" aria-labelledby="install-steps">
              <h2 id="install-steps">
                <span className="sr-only">{t('install.steps')} </span>
                {browser?.requiredBrowser ? (
                  t('install.thenIn', { browser: browser.requiredBrowser })
                ) : (
                  <span className="unknown">{t('install.onApple')}, Safari</span>
                )}
              </h2>
              <InstallSteps method={method} isDimmed={browser?.requiredBrowser != null} />
            </section>
          )}
          <p className="ui-or install-or across">{t('install.or')}</p>
          <InstallLink link={link} />
          <p className="install-see on-desktop">{t('install.seeHow')}</p>
          <Demonstrations videos={videos} />
        </div>
        <InstallCode alias={card.alias} />
      </div>
      {!isRunning && isDesktop && (
        <section className="install-here" aria-labelledby="install-here">
          <h2 id="install-here">{t('install.hereTitle')}</h2>
          {method ? <InstallSteps method={method} /> : <p>{t('install.noneHere')}</p>}
        </section>
      )}
      {!isRunning && hasOffer && (
        <div className="install-offer">
          <small>{t('install.under')}</small>
          <InstallButton />
        </div>
      )}
      <AllMethods isOpen={!browser} />
      <ButtonLink href={card.homeHref}>{t('install.toCard')}</ButtonLink>
    </main>
  )
}

type NoticeProps = { id: string; icon: IconName; title: string; more: string; children?: ReactNode }

const Notice = ({ id, icon, title, more, children }: NoticeProps) => (
  <div className="install-notice">
    <Panel
      id={id}
      role="status"
      title={
        <>
          <Icon name={icon} />
          {title}
        </>
      }
    >
      <p>{more}</p>
      {children}
    </Panel>
  </div>
)

let detected: InstallBrowser | null = null

/** The visitor's device and browser: from the user agent on the server, from the browser itself once scripts run. */
const useBrowser = (served: InstallBrowser | null): InstallBrowser | null => useSyncExternalStore(never, detect, () => served)

const never = () => () => {}
const detect = (): InstallBrowser => (detected ??= detectBrowser(navigator.userAgent, navigator.maxTouchPoints))

/** Shown first in a browser that can't install: which one can, and how to open it. */
function WrongBrowser({ browser: { requiredBrowser: browser, isInApp }, link }: { browser: InstallBrowser; link: string }) {
  const t = useTranslate()
  if (!browser) return null
  return (
    <Notice
      id="install-needs"
      icon="circle-alert"
      title={t(browser === 'Safari' ? 'install.safariRequired' : 'install.chromeRequired')}
      more={t(isInApp ? 'install.getOut' : 'install.openItIn', { browser })}
    >
      <Cluster>
        {browser === 'Chrome' && (
          <ButtonLink icon="external-link" isDocument href={chromeIntent(link)}>
            {t('install.openChrome')}
          </ButtonLink>
        )}
        <CopyInstallLink link={link} />
      </Cluster>
    </Notice>
  )
}

/** The steps of every browser, one line each. Open until the visitor's browser is known. */
function AllMethods({ isOpen }: { isOpen: boolean }) {
  const t = useTranslate()
  return (
    <details className="install-all" open={isOpen}>
      <summary>
        {t('install.otherWays')}
        <Icon name="chevron-down" />
      </summary>
      {methodsBySystem.map(({ title, names }) => (
        <section key={title}>
          <h2>{t(title)}</h2>
          <Facts
            facts={names.map((name) => ({
              name: methods[name].browser,
              value: methods[name].steps.map(({ action }) => t(action)).join(' → '),
            }))}
          />
        </section>
      ))}
    </details>
  )
}
