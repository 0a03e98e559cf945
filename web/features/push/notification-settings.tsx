import type { ReactNode } from 'react'
import { sideHref } from '#contract/pages.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useNeedsReach } from '../../platform/connection/use-reach.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { RowIcon } from '../../ui/list/list.tsx'
import { Settings } from '../../ui/list/settings.tsx'
import { useDevice } from '../../ui/use-device.ts'
import { WhenReached } from '../../ui/when-reached.tsx'
import { PushToggles } from './push-toggles.tsx'
import type { PushingCard } from './pushing-card.ts'
import { usePushSettings } from './use-push-settings.ts'

/** Whether this device is told of news, and of which. */
export function NotificationSettings(card: PushingCard) {
  const t = useTranslate()
  const isApple = useDevice() === 'apple-phone'
  const { state, subscribe, change, test, lookAgain } = usePushSettings(card)
  const isAskable = state.kind === 'askable' || state.kind === 'subscribing'

  return (
    <Settings title={t('push.title')} aria-busy={state.kind === 'unknown'}>
      <WhenReached {...useNeedsReach()}>
        {state.kind === 'unknown' && (
          <PushLine text={t('push.lead')}>
            <noscript>{t('push.needsScript')}</noscript>
          </PushLine>
        )}
        {state.kind === 'unsupported' && (
          <PushLine text={t(isApple ? 'push.installFirst' : 'push.unsupported')} isOff>
            {isApple && (
              <ButtonLink icon="download" href={sideHref(card.alias, 'install')}>
                {t('push.install')}
              </ButtonLink>
            )}
          </PushLine>
        )}
        {state.kind === 'denied' && (
          <PushLine text={t('push.denied')} isOff>
            <small>{t('push.deniedHow')}</small>
            <Button onClick={lookAgain}>{t('failed.again')}</Button>
          </PushLine>
        )}
        {state.kind === 'unreachable' && (
          <PushLine text={t('failed.title')} isOff>
            <Button onClick={lookAgain}>{t('failed.again')}</Button>
          </PushLine>
        )}
        {isAskable && (
          <PushLine text={t('push.lead')}>
            <Button
              kind="primary"
              data-needs-reach
              isBusy={state.kind === 'subscribing'}
              busyLabel={t('push.subscribing')}
              onClick={subscribe}
            >
              {t('push.subscribe')}
            </Button>
          </PushLine>
        )}
        {state.kind === 'allowed' && <PushToggles wanted={state.wanted} isSaving={state.isSaving} change={change} test={test} />}
      </WhenReached>
    </Settings>
  )
}

function PushLine({ text, isOff = false, children }: { text: string; isOff?: boolean; children?: ReactNode }) {
  return (
    <div className="ui-setting">
      <RowIcon name={isOff ? 'bell-off' : 'bell'} />
      <div className="ui-setting-words" role="status">
        <p>{text}</p>
        {children}
      </div>
    </div>
  )
}
