import { useTranslate } from '../../../i18n/use-translate.ts'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { IconTile } from '../../../ui/status/icon-tile.tsx'
import { anyCardHref } from '../admin-places.ts'
import type { ActView } from '../admin-view.ts'

/** What administrators did, the newest first. */
export function ActRows({ acts, isOfCard = false, none }: { acts: readonly ActView[]; isOfCard?: boolean; none: string }) {
  const t = useTranslate()
  if (acts.length === 0) return <EmptyState title={none} />
  return (
    <List label={t('admin.acts')} isWrapped>
      {acts.map(({ id, when, who, act, alias, more, icon, kind }) => (
        <ListRow
          key={id}
          lead={<IconTile icon={icon} kind={kind} />}
          title={
            <>
              {act}
              {alias && !isOfCard && (
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
              {when}
            </span>
          }
        />
      ))}
    </List>
  )
}
