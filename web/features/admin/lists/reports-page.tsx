import { useTranslate } from '../../../i18n/use-translate.ts'
import { abuseKinds } from '#contract/admin/abuse-choices.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { FilterSelect } from '../../../ui/field/select-field.tsx'
import { List, ListRow, RowPicture } from '../../../ui/list/list.tsx'
import openDoor from '../../../ui/art/spot-open-door.svg?url'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { LinkTabs } from '../../../ui/page/link-tabs.tsx'
import { IconTile } from '../../../ui/status/icon-tile.tsx'
import { Status } from '../../../ui/status/status.tsx'
import { useAddressDialog } from '../address-dialog.tsx'
import { AdminMain, ListSearch, NextLink } from '../admin-main.tsx'
import { anyCardHref, listHref, placeHref } from '../admin-places.ts'
import type { Paged, ReportedCardView, ReportView } from '../admin-view.ts'
import { TakeDownDialog } from '../cards/take-down-dialog.tsx'
import { Moment } from '../moment.tsx'
import { useOutcome } from '../use-outcome.ts'

export type ReportsView = Paged<{
  reports: ReportView[]
  cards: ReportedCardView[]
  isClosed: boolean
  filters: { q: string; kind: string; state: string }
}>

/** Reports, each with its card’s picture, a takedown, and a link to the card’s page. */
export function ReportsPage({ reports, cards, isClosed, filters, next, isFurther }: ReportsView) {
  const t = useTranslate()
  const { error } = useOutcome()
  const here = placeHref('/reports')
  const closedHref = `${here}?state=closed`
  const isFiltered = Boolean(filters.q || filters.kind)
  const { open, of, close } = useAddressDialog()
  const taken = open === 'down' ? cards.find(({ alias }) => alias === of) : undefined
  return (
    <AdminMain title={t('admin.reports')} lead={t('admin.reportsLead')}>
      <LinkTabs
        look="chips"
        label={t('admin.reports')}
        current={isClosed ? closedHref : here}
        tabs={[
          { href: here, label: t('admin.reportsOpen') },
          { href: closedHref, label: t('admin.reportsClosed') },
        ]}
      />
      {(reports.length > 0 || isFiltered || isFurther) && (
        <ListSearch
          action={here}
          label={t('admin.reportsSearch')}
          q={filters.q}
          clearHref={listHref(here, { ...filters, q: '' })}
          found={reports.length}
        >
          {isClosed && <input type="hidden" name="state" value="closed" />}
          <FilterSelect label={t('admin.reportKind')} name="kind" defaultValue={filters.kind}>
            <option value="">{t('admin.any')}</option>
            {abuseKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`report.kind.${kind}`)}
              </option>
            ))}
          </FilterSelect>
        </ListSearch>
      )}
      {reports.length === 0 && isFiltered ? (
        <EmptyState
          title={t('admin.reportsNoMatch')}
          action={<ButtonLink href={isClosed ? closedHref : here}>{t('admin.clearFilters')}</ButtonLink>}
        />
      ) : reports.length === 0 ? (
        <EmptyState {...(!isClosed && { art: openDoor })} title={t(isClosed ? 'admin.reportsNoneClosed' : 'admin.reportsNone')} />
      ) : (
        <List label={t('admin.reports')} isWrapped>
          {reports.map((report) => (
            <Report key={report.id} report={report} card={cards.find(({ alias }) => alias === report.alias)} isClosed={isClosed} />
          ))}
        </List>
      )}
      <NextLink path={here} query={filters} next={next} isFurther={isFurther} />
      {taken && !taken.isDisabled && (
        <TakeDownDialog card={taken} error={error} onClose={close} fields={<input type="hidden" name="alias" value={taken.alias} />} />
      )}
    </AdminMain>
  )
}

type ReportProps = { report: ReportView; card: ReportedCardView | undefined; isClosed: boolean }

function Report({ report, card, isClosed }: ReportProps) {
  const t = useTranslate()
  const { hrefOf } = useAddressDialog()
  const { id, at, alias, kind, words, linkCode, isOwner, more } = report
  const subject = `${t(`report.kind.${kind}`)}, /${alias}`
  const facts = [
    <bdi key="alias" dir="ltr">
      /{alias}
    </bdi>,
    <Moment key="at" {...at} />,
    isOwner && t('admin.reportByOwner'),
    linkCode && t('admin.reportLink', { code: linkCode }),
    more > 0 && t('admin.reportMore', { count: more }),
  ].filter(Boolean)
  return (
    <ListRow
      lead={card?.preview ? <RowPicture src={card.preview} /> : <IconTile icon="flag" kind={isClosed ? 'quiet' : 'warn'} />}
      title={
        <>
          {t(`report.kind.${kind}`)} {card?.isDisabled && <Status kind="bad">{t('admin.stateFilter.down')}</Status>}
        </>
      }
      href={anyCardHref(alias)}
      note={
        <>
          {words && (
            <span dir="auto">
              {words}
              <br />
            </span>
          )}
          {facts.map((fact, index) => (
            <span key={index}>
              {index > 0 && ' · '}
              {fact}
            </span>
          ))}
        </>
      }
      end={
        !isClosed && (
          <form className="ui-cluster" method="post">
            <input type="hidden" name="report" value={id} />
            <input type="hidden" name="alias" value={alias} />
            {card?.isDisabled ? (
              <Button size="small" type="submit" name="intent" value="up" aria-label={`${t('admin.putUp')}: ${subject}`}>
                {t('admin.putUp')}
              </Button>
            ) : (
              <ButtonLink
                kind="danger-line"
                size="small"
                href={hrefOf('down', alias)}
                aria-label={`${t('admin.takeDownShort')}… ${subject}`}
              >
                {t('admin.takeDownShort')}…
              </ButtonLink>
            )}
            <ButtonLink size="small" href={`/${alias}`} aria-label={`${t('admin.open')}: ${subject}`}>
              {t('admin.open')}
            </ButtonLink>
            <Button size="small" type="submit" name="intent" value="close" aria-label={`${t('admin.reportClose')}: ${subject}`}>
              {t('admin.reportClose')}
            </Button>
          </form>
        )
      }
    />
  )
}
