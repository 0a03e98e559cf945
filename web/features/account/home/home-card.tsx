import { cardHref } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Avatar } from '../../../ui/list/avatar.tsx'
import { Status } from '../../../ui/status/status.tsx'
import { useHydrated } from '../../../ui/use-hydrated.ts'
import { useCopy } from '../../../ui/use-copy.ts'
import type { HomeCard } from './account-home-view.ts'

const toastMs = 4000

/** The card with its QR code. On a phone it comes first, ready to show to a client. */
export function HomeCardPanel({ card }: { card: HomeCard }) {
  const t = useTranslate()
  const { alias, name, title, company, portrait, scene, color, address, url, qr, state } = card
  const [isCopied, copy] = useCopy({ good: t('signup.copied'), bad: t('signup.copyFailed'), forMs: toastMs })
  const code = t('signup.qr', { address })
  return (
    <section className="ui-panel home-card" aria-label={t('dashboard.yourCard')}>
      <div className="home-card-face">
        {scene ? (
          <img className="home-scene" src={scene} alt="" />
        ) : (
          <svg className="home-scene" aria-hidden="true">
            <rect width="100%" height="100%" fill={color} />
          </svg>
        )}
        <Avatar name={name} picture={portrait ?? undefined} size={84} />
        <h2 dir="auto">{name}</h2>
        {title && <p dir="auto">{title}</p>}
        {company && <p dir="auto">{company}</p>}
        <p className="home-address" dir="ltr">
          {address}
        </p>
        {state === 'live' && (
          <button className="home-qr center" type="button" popoverTarget="show-qr">
            <img src={qr} width="256" height="256" alt={code} />
            <span className="sr-only">{t('dashboard.showQr')}</span>
          </button>
        )}
      </div>
      <p className={state === 'live' ? 'home-line across' : 'home-line off across'}>
        <Status kind={state === 'live' ? 'ok' : 'off'}>{t(state === 'live' ? 'dashboard.live' : `dashboard.${state}`)}</Status>
        <a href={cardHref({ alias }, 'home')} dir="ltr">
          {address}
        </a>
        <IconButton
          icon={isCopied ? 'check' : 'copy'}
          label={t('dashboard.copyLink')}
          disabled={!useHydrated()}
          onClick={() => void copy(url)}
        />
      </p>
      <div className="home-acts">
        {state === 'live' && (
          <Button icon="maximize-2" popoverTarget="show-qr">
            {t('dashboard.showQr')}
          </Button>
        )}
        <Button icon={isCopied ? 'check' : 'copy'} disabled={!useHydrated()} onClick={() => void copy(url)}>
          {t('dashboard.link')}
        </Button>
        <a className="ui-button line" href={cardHref({ alias }, 'home')}>
          <span className="ui-button-face">
            {t('dashboard.viewCard')}
            <Icon name="arrow-up-right" />
          </span>
        </a>
      </div>
      {state === 'live' && (
        <div className="ui-full-screen home-show" id="show-qr" popover="auto" role="dialog" aria-label={t('nav.qr')}>
          <img src={qr} alt={code} loading="lazy" />
          <b dir="auto">{name}</b>
          <p dir="ltr">{address}</p>
          <Button icon="x" popoverTarget="show-qr" popoverTargetAction="hide">
            {t('close')}
          </Button>
        </div>
      )}
    </section>
  )
}
