import { useTranslate } from '../../../i18n/use-translate.ts'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { anyCardHref } from '../admin-places.ts'
import type { EventView } from './billing-view.ts'

/** What a payment service sent, and what became of it. */
export function EventRows({ events, isOfCard, label }: { events: readonly EventView[]; isOfCard: boolean; label: string }) {
  const t = useTranslate()
  return (
    <List label={label} isWrapped>
      {events.map(({ id, kind, alias, when, outcome, isApplied }) => (
        <ListRow
          key={id}
          title={
            <bdi dir="ltr">
              {kind}
              {alias && !isOfCard && ` /${alias}`}
            </bdi>
          }
          {...(alias && !isOfCard && { href: anyCardHref(alias, 'plan') })}
          note={outcome || t(isApplied ? 'admin.billing.applied' : 'admin.billing.notApplied')}
          end={
            <span>
              <bdi dir="ltr">{id}</bdi>
              <br />
              {when}
            </span>
          }
        />
      ))}
    </List>
  )
}
