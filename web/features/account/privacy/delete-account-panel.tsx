import { aliasReservedDays, deletionGraceDays } from '#contract/accounts/retention.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import type { IconName } from '../../../ui/icons/icon-names.ts'
import { TextField } from '../../../ui/field/text-field.tsx'
import { IconList } from '../../../ui/list/icon-list.tsx'
import { Cluster, Stack } from '../../../ui/page/layout.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import type { PrivacyView } from './privacy-view.ts'

/** Deletes the account: says what is deleted and when, then requires a typed confirmation. */
export function DeleteAccountPanel({ view, error }: { view: PrivacyView; error: string | null }) {
  const t = useTranslate()
  const going = view.cards.filter(({ isShared }) => !isShared)
  const staying = view.cards.filter(({ isShared }) => isShared)
  const names = (cards: PrivacyView['cards']) => cards.map(({ name }) => name).join(', ')
  const effects: { icon: IconName; text: string }[] = [
    ...(going.length > 0 ? [{ icon: 'eye-off', text: t('privacy.deleteOffline', { names: names(going) }) } as const] : []),
    { icon: 'undo-2', text: t('privacy.deleteGrace', { count: deletionGraceDays, sendsMail: view.sendsMail }) },
    { icon: 'trash-2', text: t('privacy.deleteFinal', { count: aliasReservedDays }) },
    ...(staying.length > 0 ? [{ icon: 'users', text: t('privacy.deleteShared', { names: names(staying) }) } as const] : []),
  ]
  return (
    <Panel id="leave" title={t('privacy.requestDeletion')}>
      <Stack>
        <IconList kind="quiet" items={effects} />
        {view.isLoginRecent ? (
          <form className="ui-stack" method="post" action="#leave">
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
            <Cluster>
              <Button kind="danger-line" size="large" icon="trash-2" type="submit" name="intent" value="leave">
                {t('privacy.deleteButton')}
              </Button>
            </Cluster>
          </form>
        ) : (
          <>
            <p className="ui-note">{t('privacy.deleteLogin')}</p>
            <Cluster>
              <ButtonLink isDocument href={view.againHref}>
                {t('privacy.again')}
              </ButtonLink>
            </Cluster>
          </>
        )}
      </Stack>
    </Panel>
  )
}
