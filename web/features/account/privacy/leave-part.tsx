import { useId } from 'react'
import { aliasRestsDays, leavingGraceDays } from '#contract/accounts/keeping.ts'
import { useAccountSay } from '../../../i18n/use-account-say.ts'
import { OwnerIcon as Icon } from '../../../ui/icons/owner-icon.tsx'
import type { PrivacyView } from './privacy-view.ts'

/** The way out: what goes and when, then one’s own name typed by hand. */
export function LeavePart({ view, fault }: { view: PrivacyView; fault: string | null }) {
  const say = useAccountSay()
  const field = useId()
  const going = view.cards.filter(({ isShared }) => !isShared)
  const staying = view.cards.filter(({ isShared }) => isShared)
  const names = (cards: PrivacyView['cards']) => cards.map(({ name }) => name).join(', ')
  return (
    <section className="sheet-panel leave" id="leave" tabIndex={-1} aria-labelledby="leave-title">
      <h2 id="leave-title">{say('privacy.leave')}</h2>
      <ul>
        {going.length > 0 && <li>{say('privacy.leaveOff', { names: names(going) })}</li>}
        <li>{say('privacy.leaveGrace', { count: leavingGraceDays })}</li>
        <li>{say('privacy.leaveGone', { count: aliasRestsDays })}</li>
        {staying.length > 0 && <li>{say('privacy.leaveShared', { names: names(staying) })}</li>}
      </ul>
      {view.isFresh ? (
        <form method="post" action="#leave">
          <label htmlFor={field}>{say('privacy.confirm', { email: view.email })}</label>
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
            {say('privacy.leaveButton')}
          </button>
        </form>
      ) : (
        <>
          <p>{say('privacy.leaveAgain')}</p>
          <a className="btn large outline" href={view.againHref}>
            {say('privacy.again')}
          </a>
        </>
      )}
    </section>
  )
}
