import { useTranslate } from '../../../i18n/use-translate.ts'
import { GroupedList, List, ListRow } from '../../../ui/list/list.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { IconTile } from '../../../ui/status/icon-tile.tsx'
import { anyCardHref } from '../admin-places.ts'
import type { ActView, MomentView } from '../admin-view.ts'
import { Moment } from '../moment.tsx'

/** The latest audit entries, newest first. */
export function LatestActs({ acts }: { acts: readonly ActView[] }) {
  const t = useTranslate()
  if (acts.length === 0) return <EmptyState title={t('admin.actsNone')} />
  return (
    <List label={t('admin.acts')} isWrapped>
      {acts.map((act) => (
        <ActRow key={act.id} act={act} when={act.when} />
      ))}
    </List>
  )
}

/** Audit entries by day, newest first. On a card's page its address is left out. */
export function ActsByDay({ acts, isOfCard = false, none }: { acts: readonly ActView[]; isOfCard?: boolean; none: string }) {
  if (acts.length === 0) return <EmptyState title={none} />
  const rowOf = (act: ActView) => <ActRow key={act.id} act={isOfCard ? { ...act, alias: '' } : act} when={act.time} />
  const days = [...Map.groupBy(acts, ({ day }) => day)]
  return <GroupedList groups={days.map(([title, ofDay]) => ({ title, rows: ofDay.map(rowOf) }))} />
}

function ActRow({ act: { act, alias, who, more, icon, kind }, when }: { act: ActView; when: MomentView }) {
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
