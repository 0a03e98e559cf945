import { useTranslate } from '../../../i18n/use-translate.ts'
import { GroupedList, List, ListRow } from '../../../ui/list/list.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { IconTile } from '../../../ui/status/icon-tile.tsx'
import { anyCardHref } from '../admin-places.ts'
import type { AuditEntryView, MomentView } from '../admin-view.ts'
import { Moment } from '../moment.tsx'

/** The latest audit entries, newest first. */
export function LatestAuditEntries({ acts }: { acts: readonly AuditEntryView[] }) {
  const t = useTranslate()
  if (acts.length === 0) return <EmptyState title={t('admin.actsNone')} />
  return (
    <List label={t('admin.acts')} isWrapped>
      {acts.map((act) => (
        <AuditEntryRow key={act.id} act={act} when={act.when} />
      ))}
    </List>
  )
}

/** Audit entries by day, newest first. On a card's page its address is left out. */
export function AuditEntriesByDay({ acts, isOfCard = false, none }: { acts: readonly AuditEntryView[]; isOfCard?: boolean; none: string }) {
  if (acts.length === 0) return <EmptyState title={none} />
  const rowOf = (act: AuditEntryView) => <AuditEntryRow key={act.id} act={isOfCard ? { ...act, alias: '' } : act} when={act.time} />
  const days = [...Map.groupBy(acts, ({ day }) => day)]
  return <GroupedList groups={days.map(([title, ofDay]) => ({ title, rows: ofDay.map(rowOf) }))} />
}

function AuditEntryRow({ act: { act, alias, who, more, icon, kind }, when }: { act: AuditEntryView; when: MomentView }) {
  return (
    <ListRow
      lead={<IconTile icon={icon} kind={kind} />}
      title={
        <>
          {act}
          {alias && (
            <>
              {' '}
              <PageLink href={anyCardHref(alias)} dir="ltr">
                /{alias}
              </PageLink>
            </>
          )}
        </>
      }
      note={more}
      end={
        <span>
          <bdi>{who}</bdi>
          <br />
          <Moment {...when} />
        </span>
      }
    />
  )
}
