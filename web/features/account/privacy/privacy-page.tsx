import type { ReactNode } from 'react'
import { keeping } from '#contract/accounts/keeping.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { ownerHref } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button/button.tsx'
import { TextLink } from '../../../ui/button/text-link.tsx'
import { Table } from '../../../ui/list/table.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { LeavePart } from './leave-part.tsx'
import type { PrivacyTold, PrivacyView } from './privacy-view.ts'
import { PrivacyStyle } from './privacy-style.tsx'

type Props = { view: PrivacyView; told: PrivacyTold | null; banner: ReactNode }

/** What is kept of somebody, how they take it along, and how they go. */
export function PrivacyPage({ view, told, banner }: Props) {
  const t = useTranslate()
  return (
    <div className="privacy">
      <PrivacyStyle />
      {told?.at === 'top' && (
        <Banner kind={told.isBad ? 'bad' : 'ok'} isLive>
          {told.text}
        </Banner>
      )}
      {banner}
      <Panel id="take" title={t('privacy.take')} lead={t('privacy.takeMore')}>
        <form method="post">
          <Button kind="primary" size="large" icon="download" type="submit" name="intent" value="archive">
            {t('privacy.takeButton')}
          </Button>
        </form>
        <p className="ui-field-note">{t(view.isFresh ? 'privacy.takeKeep' : 'privacy.takeAgain')}</p>
      </Panel>
      {view.cards.length > 0 && <CardsPart cards={view.cards} />}
      <KeptFor visitMonths={view.visitMonths} />
      {view.goesOn === null && <LeavePart view={view} error={told?.at === 'confirm' ? told.text : null} />}
    </div>
  )
}

/** Ways to what others left on each card, and to the devices that are signed in. */
function CardsPart({ cards }: { cards: PrivacyView['cards'] }) {
  const t = useTranslate()
  return (
    <Panel id="yours" title={t('privacy.yours')} lead={t('privacy.yoursMore')}>
      <ul className="privacy-cards">
        {cards.map(({ alias, name }) => (
          <li key={alias}>
            <b dir="auto">{name}</b>
            <TextLink isDocument href={`${ownerHref(alias, 'myContacts')}?export=csv`}>
              {t('privacy.exportContacts')}
            </TextLink>
            <TextLink isDocument href={ownerHref(alias, 'myContacts')}>
              {t('privacy.eraseContact')}
            </TextLink>
            <TextLink isDocument href={ownerHref(alias, 'myAccount')}>
              {t('privacy.devices')}
            </TextLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** What is kept and for how long, as a table that a screen reader reads row by row. */
function KeptFor({ visitMonths }: { visitMonths: number }) {
  const t = useTranslate()
  return (
    <section className="ui-settings" aria-labelledby="kept-title">
      <h2 id="kept-title">{t('privacy.kept')}</h2>
      <p>{t('privacy.keptMore')}</p>
      <Table
        caption={t('privacy.kept')}
        columns={[
          { key: 'what', label: t('privacy.keptWhat') },
          { key: 'long', label: t('privacy.keptLong'), isNumber: true },
        ]}
        rows={keptFor(visitMonths).map(({ what, long, count }) => ({ key: what, cells: { what: t(what), long: t(long, { count }) } }))}
      />
    </section>
  )
}

type Kept = { what: MessageKey; long: MessageKey; count: number }

/** What is kept, and for how long: the numbers are the ones the server holds to. */
const keptFor = (visitMonths: number): readonly Kept[] => [
  { what: 'privacy.keptCards', long: 'privacy.forYou', count: 0 },
  { what: 'privacy.keptContacts', long: 'privacy.forYou', count: 0 },
  { what: 'privacy.keptHeld', long: 'privacy.forDays', count: keeping.heldContactDays },
  ...(visitMonths > 0 ? [{ what: 'privacy.keptVisits', long: 'privacy.forMonths', count: visitMonths } as const] : []),
  { what: 'privacy.keptCounts', long: 'privacy.forYou', count: 0 },
  { what: 'privacy.keptTroubles', long: 'privacy.forDays', count: keeping.pageTroubleDays },
  { what: 'privacy.keptSessions', long: 'privacy.forDays', count: keeping.sessionWholeDays },
  { what: 'privacy.keptLinks', long: 'privacy.forDays', count: keeping.usedLinkDays },
  { what: 'privacy.keptBilling', long: 'privacy.forDays', count: keeping.billingEventDays },
  { what: 'privacy.keptJobs', long: 'privacy.forHours', count: keeping.doneJobHours },
]
