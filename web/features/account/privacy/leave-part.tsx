import { aliasRestsDays, leavingGraceDays } from '#contract/accounts/keeping.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import type { PrivacyView } from './privacy-view.ts'

/** The way out: what goes and when, then one’s own name typed by hand. */
export function LeavePart({ view, error }: { view: PrivacyView; error: string | null }) {
  const t = useTranslate()
  const going = view.cards.filter(({ isShared }) => !isShared)
  const staying = view.cards.filter(({ isShared }) => isShared)
  const names = (cards: PrivacyView['cards']) => cards.map(({ name }) => name).join(', ')
  return (
    <Panel id="leave" title={t('privacy.leave')}>
      <ul className="privacy-leave">
        {going.length > 0 && <li>{t('privacy.leaveOff', { names: names(going) })}</li>}
        <li>{t('privacy.leaveGrace', { count: leavingGraceDays })}</li>
        <li>{t('privacy.leaveGone', { count: aliasRestsDays })}</li>
        {staying.length > 0 && <li>{t('privacy.leaveShared', { names: names(staying) })}</li>}
      </ul>
      {view.isFresh ? (
        <form method="post" action="#leave">
          <TextField
            label={t('privacy.confirm', { email: view.email })}
            error={error && <span role="alert">{error}</span>}
            name="confirm"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            required
          />
          <Button kind="danger-line" size="large" icon="trash-2" type="submit" name="intent" value="leave">
            {t('privacy.leaveButton')}
          </Button>
        </form>
      ) : (
        <>
          <p>{t('privacy.leaveAgain')}</p>
          <ButtonLink isDocument href={view.againHref}>
            {t('privacy.again')}
          </ButtonLink>
        </>
      )}
    </Panel>
  )
}
