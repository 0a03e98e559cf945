import { useId } from 'react'
import { aliasRestsDays, leavingGraceDays } from '#contract/accounts/keeping.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { OwnerIcon as Icon } from '../../../ui/icons/owner-icon.tsx'
import type { PrivacyView } from './privacy-view.ts'

/** The way out: what goes and when, then one’s own name typed by hand. */
export function LeavePart({ view, fault }: { view: PrivacyView; fault: string | null }) {
  const t = useTranslate()
  const field = useId()
  const going = view.cards.filter(({ isShared }) => !isShared)
  const staying = view.cards.filter(({ isShared }) => isShared)
  const names = (cards: PrivacyView['cards']) => cards.map(({ name }) => name).join(', ')
  return (
    <section className="sheet-panel leave" id="leave" tabIndex={-1} aria-labelledby="leave-title">
      <h2 id="leave-title">{t('privacy.leave')}</h2>
      <ul>
        {going.length > 0 && <li>{t('privacy.leaveOff', { names: names(going) })}</li>}
        <li>{t('privacy.leaveGrace', { count: leavingGraceDays })}</li>
        <li>{t('privacy.leaveGone', { count: aliasRestsDays })}</li>
        {staying.length > 0 && <li>{t('privacy.leaveShared', { names: names(staying) })}</li>}
      </ul>
      {view.isFresh ? (
        <form method="post" action="#leave">
          <label htmlFor={field}>{t('privacy.confirm', { email: view.email })}</label>
          <input
            id={field}
            name="confirm"
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? `${field}-fault` : undefined}
          />
          {fault && (
            <p className="privacy-fault" id={`${field}-fault`} role="alert">
              <Icon name="circle-alert" />
              {fault}
            </p>
          )}
          <button className="btn large bad" type="submit" name="intent" value="leave">
            <Icon name="trash-2" />
            {t('privacy.leaveButton')}
          </button>
        </form>
      ) : (
        <>
          <p>{t('privacy.leaveAgain')}</p>
          <a className="btn large outline" href={view.againHref}>
            {t('privacy.again')}
          </a>
        </>
      )}
    </section>
  )
}
