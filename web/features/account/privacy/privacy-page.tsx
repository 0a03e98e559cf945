import type { ReactNode } from 'react'
import { retention } from '#contract/accounts/retention.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { ownerHref } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { Button } from '../../../ui/button/button.tsx'
import { TextLink } from '../../../ui/button/text-link.tsx'
import { Table } from '../../../ui/list/table.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { ActionRow, Cluster } from '../../../ui/page/layout.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { DeleteAccountPanel } from './delete-account-panel.tsx'
import type { PrivacyNotice, PrivacyView } from './privacy-view.ts'

type Props = { view: PrivacyView; notice: PrivacyNotice | null; banner: ReactNode }

/** The account’s data: download it, see what is stored, delete the account. */
export function PrivacyPage({ view, notice, banner }: Props) {
  const t = useTranslate()
  return (
    <>
      {notice?.at === 'top' && (
        <Banner kind={notice.isBad ? 'bad' : 'ok'} isLive>
          {notice.text}
        </Banner>
      )}
      {banner}
      <Panel id="take" title={t('privacy.export')} lead={t('privacy.exportMore')}>
        <form className="ui-stack tight" method="post">
          <Cluster>
            <Button kind="primary" size="large" icon="download" type="submit" name="intent" value="archive">
              {t('privacy.exportButton')}
            </Button>
          </Cluster>
          <p className="ui-field-note">{t(view.isLoginRecent ? 'privacy.exportWarning' : 'privacy.exportLogin')}</p>
        </form>
      </Panel>
      {view.cards.length > 0 && <CardsPart cards={view.cards} />}
      <RetentionTable view={view} />
      {view.deletesOn === null && <DeleteAccountPanel view={view} error={notice?.at === 'confirm' ? notice.text : null} />}
    </>
  )
}

/** Links to the contacts of each card, and to its login sessions. */
function CardsPart({ cards }: { cards: PrivacyView['cards'] }) {
  const t = useTranslate()
  return (
    <Panel id="yours" title={t('privacy.yours')} lead={t('privacy.yoursMore')}>
      {cards.map(({ alias, name }) => (
        <ActionRow key={alias} title={name}>
          <Cluster>
            <TextLink isDocument href={`${ownerHref(alias, 'myContacts')}?export=csv`}>
              {t('privacy.exportContacts')}
            </TextLink>
            <TextLink isDocument href={ownerHref(alias, 'myContacts')}>
              {t('privacy.eraseContact')}
            </TextLink>
            <TextLink isDocument href={ownerHref(alias, 'myAccount')}>
              {t('privacy.devices')}
            </TextLink>
          </Cluster>
        </ActionRow>
      ))}
    </Panel>
  )
}

/** What is stored and for how long. */
function RetentionTable({ view }: { view: PrivacyView }) {
  const t = useTranslate()
  const { hasPlans } = useSite()
  return (
    <section className="ui-stack tight" aria-labelledby="kept-title">
      <h2 id="kept-title">{t('privacy.retention')}</h2>
      <p className="ui-note">{t('privacy.retentionMore')}</p>
      <Table
        caption={t('privacy.retention')}
        columns={[
          { key: 'what', label: t('privacy.retentionWhat') },
          { key: 'long', label: t('privacy.retentionPeriod'), isNumber: true },
        ]}
        rows={retentionRows(view, hasPlans).map(({ what, long, count }) => ({
          key: what,
          cells: { what: t(what), long: t(long, { count }) },
        }))}
      />
    </section>
  )
}

type RetentionRow = { what: MessageKey; long: MessageKey; count: number }

/** The rows of the table; the numbers are the ones the server enforces. */
const retentionRows = ({ visitMonths, sendsMail }: PrivacyView, hasPlans: boolean): readonly RetentionRow[] => [
  { what: 'privacy.retentionCards', long: 'privacy.forYou', count: 0 },
  { what: 'privacy.retentionContacts', long: 'privacy.forYou', count: 0 },
  { what: 'privacy.retentionQuarantined', long: 'privacy.forDays', count: retention.quarantinedContactDays },
  ...(visitMonths > 0 ? [{ what: 'privacy.retentionVisits', long: 'privacy.forMonths', count: visitMonths } as const] : []),
  { what: 'privacy.retentionCounts', long: 'privacy.forYou', count: 0 },
  { what: 'privacy.retentionErrors', long: 'privacy.forDays', count: retention.pageErrorDays },
  { what: 'privacy.retentionSessions', long: 'privacy.forDays', count: retention.sessionMaxDays },
  { what: 'privacy.retentionLinks', long: 'privacy.forDays', count: retention.usedLinkDays },
  ...(hasPlans ? [{ what: 'privacy.retentionBilling', long: 'privacy.forDays', count: retention.billingEventDays } as const] : []),
  { what: 'privacy.retentionRefused', long: 'privacy.forDays', count: retention.refusedRecipientDays },
  { what: 'privacy.retentionJobs', long: 'privacy.forHours', count: retention.doneJobHours },
  ...(sendsMail ? [] : [{ what: 'privacy.retentionOutbox', long: 'privacy.forDays', count: retention.outboxDays } as const]),
]
