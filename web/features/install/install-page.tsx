import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { type Here, hereOf } from '#contract/install-browser.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useCardState } from '../../platform/device/use-card-state.ts'
import { useInstalled } from '../../platform/app/use-installed.ts'
import { useOffer } from '../../platform/app/use-offer.ts'
import { useSite } from '../../platform/use-site.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import type { Films } from './films.ts'
import { InstallButton } from './install-button.tsx'
import { InstallCode } from './install-code.tsx'
import { InstallHead } from './install-head.tsx'
import { CopyInstallLink, InstallLink } from './install-link.tsx'
import css from './install-page.css?inline'
import href from './install-page.css?url'
import { InstallSteps } from './install-steps.tsx'
import { chromeIntent, installHref, type InstallPageCard } from './installable.ts'
import { Shows } from './shows.tsx'
import { inOrder, ways } from './ways.ts'

/** How the card comes to a home screen: on the phone in one's hand, or to another one. */
export function InstallPage({ card, films, served }: { card: InstallPageCard; films: Films; served: Here | null }) {
  const t = useTranslate()
  const { publicUrl } = useSite()
  const here = useHere(served)
  const isRunning = useInstalled()
  const hasOffer = useOffer()
  const [state] = useCardState(card.alias)
  const link = publicUrl + installHref(card.alias)
  const isDesktop = here?.system === 'desktop'
  // Of a browser that does not name itself nobody knows which it is: the most frequent one's steps, and all others further down.
  const way = here ? here.way : 'safariIphone'

  return (
    <main id="content" tabIndex={-1} className="install-page" data-system={here?.system}>
      <PageStyle name="install-page" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <div className="install-box">
        <div className="install-main">
          <InstallHead card={card} browser={here?.needs === null && way ? ways[way].browser : ''} />
          {isRunning ? (
            <Already title={t('install.running')} more={t('install.runningMore')} />
          ) : (
            state?.installed && <Already title={t('install.already')} more={t('install.alreadyMore')} />
          )}
          {here && !isRunning && <WrongBrowser here={here} link={link} />}
          {!isRunning && !isDesktop && way && (
            <section className="install-way" aria-labelledby="install-steps">
              <h2 id="install-steps">
                <span className="sr-only">{t('install.steps')} </span>
                {here?.needs ? (
                  t('install.thenIn', { browser: here.needs })
                ) : (
                  <span className="unknown">{t('install.onApple')}, Safari</span>
                )}
              </h2>
              <InstallSteps way={way} isDimmed={here?.needs != null} />
            </section>
          )}
          <p className="install-or">{t('install.or')}</p>
          <InstallLink link={link} />
          <p className="install-see">{t('install.seeHow')}</p>
          <Shows films={films} />
        </div>
        <InstallCode alias={card.alias} />
      </div>
      {!isRunning && isDesktop && (
        <section className="install-here" aria-labelledby="install-here">
          <h2 id="install-here">{t('install.hereTitle')}</h2>
          {way ? <InstallSteps way={way} /> : <p>{t('install.noneHere')}</p>}
        </section>
      )}
      {!isRunning && hasOffer && (
        <div className="install-offer">
          <small>{t('install.under')}</small>
          <InstallButton />
        </div>
      )}
      <AllWays isOpen={!here} />
      <Link className="btn wide quiet install-back" to={card.homeHref}>
        {t('install.toCard')}
      </Link>
    </main>
  )
}

function Already({ title, more }: { title: string; more: string }) {
  return (
    <section className="install-notice good" role="status">
      <h2>
        <Icon name="badge-check" />
        {title}
      </h2>
      <p>{more}</p>
    </section>
  )
}

let here: Here | null = null

/** The visitor's device and browser: from the user agent on the server, from the browser itself once scripts run. */
const useHere = (served: Here | null): Here | null => useSyncExternalStore(never, look, () => served)

const never = () => () => {}
const look = (): Here => (here ??= hereOf(navigator.userAgent, navigator.maxTouchPoints))

/** Said first where this browser cannot: which one can, and the way there. */
function WrongBrowser({ here, link }: { here: Here; link: string }) {
  const t = useTranslate()
  const { needs: browser, isInApp } = here
  if (!browser) return null
  return (
    <section className="install-notice" role="status" aria-labelledby="install-needs">
      <h2 id="install-needs">
        <Icon name="circle-alert" />
        {t(browser === 'Safari' ? 'install.needsSafari' : 'install.needsChrome')}
      </h2>
      <p>{t(isInApp ? 'install.getOut' : 'install.openItIn', { browser })}</p>
      <div>
        {browser === 'Chrome' && (
          <a className="btn quiet" href={chromeIntent(link)}>
            <Icon name="external-link" />
            {t('install.openChrome')}
          </a>
        )}
        <CopyInstallLink link={link} />
      </div>
    </section>
  )
}

/** One line of steps per browser. Open until the visitor's browser is known. */
function AllWays({ isOpen }: { isOpen: boolean }) {
  const t = useTranslate()
  return (
    <details className="install-all" open={isOpen}>
      <summary>
        {t('install.otherWays')}
        <Icon name="chevron-down" />
      </summary>
      {inOrder.map(({ title, names }) => (
        <section key={title}>
          <h2>{t(title)}</h2>
          <dl>
            {names.map((name) => (
              <div key={name}>
                <dt>{ways[name].browser}</dt>
                <dd>{ways[name].steps.map(({ press }) => t(press)).join(' → ')}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </details>
  )
}
