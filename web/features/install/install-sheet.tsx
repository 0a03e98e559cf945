import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useOffer } from '../../platform/app/use-offer.ts'
import { useSite } from '../../platform/use-site.ts'
import { isBusy } from '../../platform/waking/what-is-open.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import { InstallButton } from './install-button.tsx'
import { InstallCode } from './install-code.tsx'
import { CopyInstallLink } from './install-link.tsx'
import pageCss from './install-page.css?inline'
import pageHref from './install-page.css?url'
import css from './install-sheet.css?inline'
import href from './install-sheet.css?url'
import { installHref, type Installable } from './installable.ts'

type Props = { card: Installable; closed: () => void; refused: () => void }

/** Offered by itself: a sheet on a phone; on a desk the code that brings a phone to the install page. */
export default function InstallSheet({ card, closed, refused }: Props) {
  const t = useTranslate()
  const { publicUrl, productName: product } = useSite()
  const hasOffer = useOffer()
  const dialog = useRef<HTMLDialogElement>(null)
  const { name, isTeam, portrait, initials, alias } = card
  const shut = () => dialog.current?.close()

  const open = useEffectEvent(() => {
    if (isBusy()) return closed()
    dialog.current?.showModal()
    dialog.current?.querySelector('h2')?.focus({ preventScroll: true })
  })
  useEffect(() => open(), [])

  return (
    <dialog ref={dialog} className="panel sheet install-prompt" aria-labelledby="install-prompt" onClose={closed}>
      <PageStyle name="install-page" css={import.meta.env.SSR ? pageCss : ''} href={pageHref} weight="part" />
      <PageStyle name="install-sheet" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <div className="install-ask">
        <div className="panel-head">
          {portrait ? <img src={portrait} width="60" height="60" alt="" /> : <span aria-hidden="true">{initials}</span>}
          <button className="panel-close" type="button" aria-label={t('close')} onClick={shut}>
            <Icon name="x" />
          </button>
        </div>
        <h2 id="install-prompt" tabIndex={-1}>
          <span className="hand">{t('install.onPhone', { name, team: isTeam })}</span>
          <span className="desk">{t('install.onDesk')}</span>
        </h2>
        <p>
          <span className="hand">{t('install.promptLead')}</span>
          <span className="desk">{t('install.leadDesk', { product })}</span>
        </p>
        <div className="install-acts">
          {hasOffer && <InstallButton answered={shut} />}
          <a className={hasOffer ? 'btn wide quiet' : 'btn large wide solid hand'} href={installHref(alias)}>
            {t('install.showHow')}
          </a>
          <div className="desk">
            <CopyInstallLink link={publicUrl + installHref(alias)} />
            {!hasOffer && (
              <a className="btn quiet" href={installHref(alias)}>
                {t('install.showHow')}
              </a>
            )}
          </div>
          <div className="install-later">
            <button className="btn" type="button" onClick={shut}>
              {t('install.notNow')}
            </button>
            <button
              className="btn"
              type="button"
              onClick={() => {
                refused()
                shut()
              }}
            >
              {t('install.never')}
            </button>
          </div>
        </div>
      </div>
      <div className="desk">
        <InstallCode alias={alias} />
      </div>
    </dialog>
  )
}
