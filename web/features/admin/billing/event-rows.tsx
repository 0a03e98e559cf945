import type { WebhookState } from '#contract/admin/admin-choices.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { Status } from '../../../ui/status/status.tsx'
import { anyCardHref } from '../admin-places.ts'
import type { EventView } from './billing-view.ts'
import { Moment } from '../moment.tsx'

export const webhookMarks = { failed: 'bad', waiting: 'wait', applied: 'ok', ignored: 'off' } as const satisfies Record<
  WebhookState,
  string
>

/** Webhook events of the payment provider, with their outcome. */
export function EventRows({ events, isOfCard, label }: { events: readonly EventView[]; isOfCard: boolean; label: string }) {
  const t = useTranslate()
  return (
    <List label={label} isWrapped>
      {events.map(({ id, kind, alias, when, state }) => (
        <ListRow
          key={id}
          title={
            <bdi dir="ltr">
              {kind}
              {alias && !isOfCard && ` /${alias}`}
            </bdi>
          }
          {...(alias && !isOfCard && { href: anyCardHref(alias, 'plan') })}
          note={
            <>
              <bdi dir="ltr">{id}</bdi> · <Moment {...when} />
            </>
          }
          end={<Status kind={webhookMarks[state]}>{t(`admin.webhookState.${state}`)}</Status>}
        />
      ))}
    </List>
  )
}
