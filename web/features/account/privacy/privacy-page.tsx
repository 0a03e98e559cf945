import type { ReactNode } from 'react'
import { keeping } from '#contract/accounts/keeping.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { ownerHref } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import { LeavePart } from './leave-part.tsx'
import type { PrivacyTold, PrivacyView } from './privacy-view.ts'
import css from './privacy.css?inline'
import href from './privacy.css?url'

type Props = { view: PrivacyView; told: PrivacyTold | null; banner: ReactNode }

/** What is kept of somebody, how they take it along, and how they go. */
export function PrivacyPage({ view, told, banner }: Props) {
  const t = useTranslate()
  return (
    <div className="privacy">
      <PageStyle name="privacy" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      {told?.at === 'top' && (
        <p className={told.isBad ? 'privacy-told bad' : 'privacy-told'} role={told.isBad ? 'alert' : 'status'}>
          <Icon name={told.isBad ? 'circle-alert' : 'check'} />
          {told.text}
        </p>
      )}
      {banner}
      <section className="sheet-panel" aria-labelledby="take-title">
        <h2 id="take-title">{t('privacy.take')}</h2>
        <p>{t('privacy.takeMore')}</p>
        <form method="post">
          <button className="btn large door" type="submit" name="intent" value="archive">
            <Icon name="download" />
            {t('privacy.takeButton')}
          </button>
        </form>
        <p className="privacy-quiet">{t(view.isFresh ? 'privacy.takeKeep' : 'privacy.takeAgain')}</p>
      </section>
      {view.cards.length > 0 && <CardsPart cards={view.cards} />}
      <KeptFor visitMonths={view.visitMonths} />
      {view.goesOn === null && <LeavePart view={view} fault={told?.at === 'confirm' ? told.text : null} />}
    </div>
  )
}

/** Ways to what others left on each card, and to the devices that are signed in. */
function CardsPart({ cards }: { cards: PrivacyView['cards'] }) {
  const t = useTranslate()
  return (
    <section className="sheet-panel" aria-labelledby="yours-title">
      <h2 id="yours-title">{t('privacy.yours')}</h2>
      <p>{t('privacy.yoursMore')}</p>
      <ul className="privacy-cards">
        {cards.map(({ alias, name }) => (
          <li key={alias}>
            <b dir="auto">{name}</b>
            <a href={`${ownerHref(alias, 'myContacts')}?export=csv`}>{t('privacy.exportContacts')}</a>
            <a href={ownerHref(alias, 'myContacts')}>{t('privacy.eraseContact')}</a>
            <a href={ownerHref(alias, 'myAccount')}>{t('privacy.devices')}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What is kept and for how long, as a table that a screen reader reads row by row. */
function KeptFor({ visitMonths }: { visitMonths: number }) {
  const t = useTranslate()
  return (
    <section className="sheet-panel" aria-labelledby="kept-title">
      <h2 id="kept-title">{t('privacy.kept')}</h2>
      <p>{t('privacy.keptMore')}</p>
      <table>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('privacy.keptWhat')}</th>
            <th scope="col">{t('privacy.keptLong')}</th>
          </tr>
        </thead>
        <tbody>
          {keptFor(visitMonths).map(({ what, long, count }) => (
            <tr key={what}>
              <th scope="row">{t(what)}</th>
              <td>{t(long, { count })}</td>
            </tr>
          ))}
        </tbody>
      </table>
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
