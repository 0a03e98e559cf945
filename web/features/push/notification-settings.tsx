import { useId, type ReactNode } from 'react'
import { sideHref } from '#contract/pages.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useNeedsReach } from '../../platform/connection/use-reach.ts'
import { OwnerIcon as Icon } from '../../ui/icons/owner-icon.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import { useDevice } from '../../ui/use-device.ts'
import { WhenReached } from '../../ui/when-reached.tsx'
import css from './notification-settings.css?inline'
import href from './notification-settings.css?url'
import { PushToggles } from './push-toggles.tsx'
import type { PushingCard } from './pushing-card.ts'
import { usePushSettings } from './use-push-settings.ts'

/** Whether this device is told of news, and of which. */
export function NotificationSettings(card: PushingCard) {
  const t = useTranslate()
  const title = useId()
  const isApple = useDevice() === 'apple-phone'
  const { state, subscribe, change, test, lookAgain } = usePushSettings(card)
  const isAskable = state.kind === 'askable' || state.kind === 'subscribing'

  return (
    <section className="push-settings" aria-labelledby={title} aria-busy={state.kind === 'unknown'}>
      <PageStyle name="notification-settings" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <h2 id={title}>{t('push.title')}</h2>
      <WhenReached {...useNeedsReach()}>
        <div className="push-panel">
          {state.kind === 'unknown' && (
            <PushLine text={t('push.lead')}>
              <noscript>{t('push.needsScript')}</noscript>
            </PushLine>
          )}
          {state.kind === 'unsupported' && (
            <PushLine text={t(isApple ? 'push.installFirst' : 'push.unsupported')} isOff>
              {isApple && (
                <PageLink className="btn ghost" href={sideHref(card.alias, 'install')}>
                  <Icon name="download" />
                  {t('push.install')}
                </PageLink>
              )}
            </PushLine>
          )}
          {state.kind === 'denied' && (
            <PushLine text={t('push.denied')} isOff>
              <small>{t('push.deniedHow')}</small>
              <button className="btn ghost" type="button" onClick={lookAgain}>
                {t('failed.again')}
              </button>
            </PushLine>
          )}
          {state.kind === 'unreachable' && (
            <PushLine text={t('failed.title')} isOff>
              <button className="btn ghost" type="button" onClick={lookAgain}>
                {t('failed.again')}
              </button>
            </PushLine>
          )}
          {isAskable && (
            <PushLine text={t('push.lead')}>
              <button className="btn door" type="button" data-needs-reach onClick={subscribe} disabled={state.kind === 'subscribing'}>
                {t(state.kind === 'subscribing' ? 'push.subscribing' : 'push.subscribe')}
              </button>
            </PushLine>
          )}
          {state.kind === 'allowed' && <PushToggles wanted={state.wanted} isSaving={state.isSaving} change={change} test={test} />}
        </div>
      </WhenReached>
    </section>
  )
}

function PushLine({ text, isOff = false, children }: { text: string; isOff?: boolean; children?: ReactNode }) {
  return (
    <div className="push-line">
      <span className="push-icon">
        <Icon name={isOff ? 'bell-off' : 'bell'} />
      </span>
      <div role="status">
        <p>{text}</p>
        {children}
      </div>
    </div>
  )
}
