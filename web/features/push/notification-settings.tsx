import type { ReactNode } from 'react'
import { sideHref } from '#contract/pages.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useServerRequired } from '../../platform/connection/use-reach.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { RowIcon } from '../../ui/list/list.tsx'
import { Settings } from '../../ui/list/settings.tsx'
import { useDevice } from '../../ui/use-device.ts'
import { OnlineOnly } from '../../ui/online-only.tsx'
import { PushToggles } from './push-toggles.tsx'
import type { PushCard } from './push-card.ts'
import { usePushSettings } from './use-push-settings.ts'

/** Push notification settings of this device. */
export function NotificationSettings(card: PushCard) {
  const t = useTranslate()
  const isApple = useDevice() === 'apple-phone'
  const { state, subscribe, change, test, lookAgain } = usePushSettings(card)
  const isAskable = state.kind === 'askable' || state.kind === 'subscribing'

  return (
    <Settings id="notifications" title={t('push.title')} aria-busy={state.kind === 'unknown'}>
      <OnlineOnly {...useServerRequired()}>
        {state.kind === 'unknown' && (
          <PushLine text={t('push.lead')}>
            <noscript>{t('push.scriptRequired')}</noscript>
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
              data-online-only
              isBusy={state.kind === 'subscribing'}
              busyLabel={t('push.subscribing')}
              onClick={subscribe}
            >
              {t('push.subscribe')}
            </Button>
          </PushLine>
        )}
        {state.kind === 'allowed' && <PushToggles wanted={state.wanted} isSaving={state.isSaving} change={change} test={test} />}
      </OnlineOnly>
    </Settings>
  )
}

function PushLine({ text, isOff = false, children }: { text: string; isOff?: boolean; children?: ReactNode }) {
  return (
    <div className="ui-setting">
      <RowIcon name={isOff ? 'bell-off' : 'bell'} />
      <div className="ui-words" role="status">
        <p>{text}</p>
        {children}
      </div>
    </div>
  )
}
