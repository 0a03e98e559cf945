import type { ReactNode } from 'react'
import { quietZone as quiet } from '#common/qr-shape.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { isThisComputer } from '../../platform/this-computer.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import type { DoneView } from './setup-view.ts'

/**
 * What is set and what is open; `local` says how phones can open the address, if they can't now. Printed, it has the address, its code and
 * where backups go, and no secret.
 */
export function DoneStep({ view: { address, isAddressWaiting, code, login, email, facts }, local }: { view: DoneView; local: ReactNode }) {
  const t = useTranslate()
  const side = code.size + 2 * quiet
  return (
    <>
      {local}
      <div className="setup-done">
        <figure>
          <svg viewBox={`${-quiet} ${-quiet} ${side} ${side}`} role="img" aria-label={t('setup.code', { address })}>
            <path fill="#fff" d={`M${-quiet} ${-quiet}h${side}v${side}h${-side}z`} />
            <path fill="#201b16" d={code.path} />
          </svg>
          {!isThisComputer(address) && <figcaption>{t(isAddressWaiting ? 'setup.scanAfterRestart' : 'setup.scan')}</figcaption>}
        </figure>
        <ul className="ui-divided">
          {facts.map(({ key, isOpen, text }) => (
            <li key={key} className={isOpen ? 'open' : undefined}>
              <Icon name={isOpen ? 'triangle-alert' : 'circle-check'} />
              <div>
                <b>
                  {t(`setup.done.${key}`)}
                  {isOpen && <span className="sr-only"> {t('setup.stillOpen')}</span>}
                </b>
                <p className="ui-note">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
      <p className="setup-note">
        <Icon name="file-text" />
        <span>{t('setup.sheet')}</span>
      </p>
      <p className="setup-note">
        <Icon name="sliders-horizontal" />
        <a href="/admin">{t('setup.admin')}</a>
      </p>
      {login !== 'provider' && (
        <p className="setup-lost">
          {t('setup.lost')} <code dir="ltr">{`npm run carte -- login-link ${email}`}</code>
        </p>
      )}
    </>
  )
}

/** Before the script there is no print button: the browser's menu prints, too. */
export function DoneButtons() {
  const t = useTranslate()
  const isHydrated = useHydrated()
  return (
    <>
      <ButtonLink kind="primary" size="large" href="/account/new" isDocument>
        {t('setup.makeCard')}
      </ButtonLink>
      <Button size="large" icon="printer" hidden={!isHydrated} onClick={() => print()}>
        {t('setup.print')}
      </Button>
    </>
  )
}
