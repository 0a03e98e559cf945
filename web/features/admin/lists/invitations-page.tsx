import { useActionData } from 'react-router'
import { invitationDaysMax, invitationUsesMax } from '#contract/admin/admin-choices.ts'
import type { SignUpMode } from '#contract/site.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Cluster, Fields, Stack } from '../../../ui/page/layout.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { Status } from '../../../ui/status/status.tsx'
import { useCopy } from '../../../ui/use-copy.ts'
import { AdminMain, NextLink } from '../admin-main.tsx'
import { placeHref, settingsHref } from '../admin-places.ts'
import type { AdminError, InvitationView, Paged } from '../admin-view.ts'
import { useOutcome } from '../use-outcome.ts'

export type InvitationsView = Paged<{ signUp: SignUpMode; invitations: InvitationView[] }>

const noteLength = 200
const messageMs = 4000

/** Links with which people sign up where not everyone can. */
export function InvitationsPage({ invitations, signUp, next, isFurther }: InvitationsView) {
  const t = useTranslate()
  const { error } = useOutcome()
  const answer = useActionData<{ link: string } | AdminError>()
  const link = answer && 'link' in answer ? answer.link : undefined
  return (
    <AdminMain title={t('admin.invitations')} lead={t('admin.invitationsLead')}>
      {(signUp === 'off' || signUp === 'open') && (
        <Banner
          kind={signUp === 'off' ? 'warn' : 'info'}
          action={
            <ButtonLink size="small" href={settingsHref('signUp')}>
              {t('admin.settings')}
            </ButtonLink>
          }
        >
          {t(signUp === 'off' ? 'admin.invitationsOff' : 'admin.invitationsOpen')}
        </Banner>
      )}
      {link && <NewLink link={link} />}
      <Panel>
        <form key={link} className="ui-stack" method="post">
          <TextField
            label={t('admin.note')}
            hint={t('admin.invitationNoteHint')}
            name="note"
            defaultValue={error?.typed['note']}
            maxLength={noteLength}
          />
          <Fields>
            <TextField
              label={t('admin.invitationUses')}
              name="maxUses"
              type="number"
              min={1}
              max={invitationUsesMax}
              defaultValue={error?.typed['maxUses'] ?? '1'}
              error={error?.errors['maxUses']}
              required
            />
            <TextField
              label={t('admin.invitationDays')}
              name="days"
              type="number"
              min={1}
              max={invitationDaysMax}
              defaultValue={error?.typed['days'] ?? '7'}
              error={error?.errors['days']}
              required
            />
          </Fields>
          <Cluster>
            <Button kind="primary" type="submit" name="intent" value="add">
              {t('admin.invite')}
            </Button>
          </Cluster>
        </form>
      </Panel>
      {invitations.length === 0 ? (
        <EmptyState title={t('admin.invitationsNone')} />
      ) : (
        <List label={t('admin.invitations')} isWrapped>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} {...invitation} />
          ))}
        </List>
      )}
      <NextLink path={placeHref('/invitations')} next={next} isFurther={isFurther} />
    </AdminMain>
  )
}

/** Only the hash is stored, so this is the only time the link is visible. */
function NewLink({ link }: { link: string }) {
  const t = useTranslate()
  const [isCopied, copy] = useCopy({ good: t('signup.copied'), bad: t('signup.copyFailed'), forMs: messageMs })
  return (
    <Panel>
      <Stack isTight>
        <Banner kind="ok" isLive>
          {t('admin.invitationMade')}
        </Banner>
        <TextField label={t('admin.invitationLink')} value={link} readOnly dir="ltr" />
        <Cluster>
          <Button icon={isCopied ? 'check' : 'copy'} onClick={() => void copy(link)}>
            {t('signup.copy')}
          </Button>
        </Cluster>
      </Stack>
    </Panel>
  )
}

function InvitationRow({ id, note, uses, maxUses, ends, isUsable }: InvitationView) {
  const t = useTranslate()
  const name = note || t('admin.invitation')
  const remove = t(isUsable ? 'admin.invitationRevoke' : 'admin.invitationDelete')
  return (
    <ListRow
      title={
        <>
          <bdi>{name}</bdi>{' '}
          {!isUsable && <Status kind="off">{t(uses >= maxUses ? 'admin.invitationUsedUp' : 'admin.invitationExpired')}</Status>}
        </>
      }
      note={`${t('admin.invitationUsed', { uses, count: maxUses })} · ${t('admin.invitationEnds', { day: ends })}`}
      end={
        <form method="post">
          <input type="hidden" name="invitation" value={id} />
          <Button kind="ghost" size="small" type="submit" name="intent" value="remove" aria-label={`${remove}: ${name}`}>
            {remove}
          </Button>
        </form>
      }
    />
  )
}
