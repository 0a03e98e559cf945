import { planChoices, type BillingAction } from '#contract/admin/admin-choices.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { TextLink } from '../../../ui/button/text-link.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Facts } from '../../../ui/list/facts.tsx'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { SettingLink } from '../../../ui/list/settings.tsx'
import { Table } from '../../../ui/list/table.tsx'
import { DangerDialog } from '../../../ui/overlay/danger-dialog.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { ActionRow, Cluster, Columns, Stack, Tiles } from '../../../ui/page/layout.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { Badge } from '../../../ui/status/badge.tsx'
import { IconTile } from '../../../ui/status/icon-tile.tsx'
import { Status } from '../../../ui/status/status.tsx'
import { useAddressDialog } from '../address-dialog.tsx'
import type { AdminError, CardView } from '../admin-view.ts'
import type { CardBillingView } from './billing-view.ts'
import { EventRows } from './event-rows.tsx'

const icons = { pay: 'banknote', extend: 'calendar-plus', trial: 'gift' } as const
const recorded = ['pay', 'extend', 'trial'] as const satisfies BillingAction[]
/** Needs no dialog: nothing is lost. */
const immediate = ['resume', 'card-good', 'card-expired', 'card-none'] as const satisfies BillingAction[]
/** Confirmed in a dialog. */
const serious = ['cancel', 'end', 'unpaid', 'fail', 'free'] as const satisfies BillingAction[]

type Props = { card: CardView; billing: CardBillingView | null; error: AdminError | null }

/** A card's plan, its payments, and the actions on it. */
export function CardPlan({ card, billing, error }: Props) {
  const t = useTranslate()
  const { hrefOf } = useAddressDialog()
  if (!billing) return <EmptyState title={t('admin.billing.unknown')} />
  const { provider, plan, facts, acts, invoices, events, submissionId } = billing
  const can = (act: BillingAction) => acts.includes(act)
  return (
    <>
      {provider && (
        <Banner kind="info" title={t('admin.billing.runByTitle', { provider })}>
          {t('admin.billing.runBy', { provider })}
        </Banner>
      )}
      <PlanSummary plan={plan} />
      <Tiles>
        {recorded.filter(can).map((act) => (
          <div className="ui-panel" key={act}>
            <SettingLink icon={icons[act]} title={t(`admin.billing.act.${act}`)} note={t(`admin.billing.note.${act}`)} href={hrefOf(act)} />
          </div>
        ))}
      </Tiles>
      <Columns look="wide">
        <Stack isTight>
          <h2>{t('admin.billing.payments')}</h2>
          {invoices.length === 0 ? <EmptyState title={t('admin.billing.invoicesNone')} /> : <Invoices invoices={invoices} />}
          {facts.length > 0 && (
            <Panel>
              <Facts facts={facts} />
            </Panel>
          )}
          {events.length > 0 && (
            <>
              <h2>{t('admin.billing.events')}</h2>
              <EventRows events={events} isOfCard label={t('admin.billing.events')} />
            </>
          )}
        </Stack>
        <Stack>
          <Panel title={t('admin.billing.end')}>
            {serious.filter(can).map((act) => (
              <ActionRow key={act} title={t(`admin.billing.act.${act}`)} note={t(`admin.billing.sure.${act}`)}>
                <ButtonLink
                  kind="danger-line"
                  size="small"
                  href={hrefOf(act)}
                  aria-label={`${t(`admin.billing.short.${act}`)}… ${t(`admin.billing.act.${act}`)}`}
                >
                  {t(`admin.billing.short.${act}`)}…
                </ButtonLink>
              </ActionRow>
            ))}
            <ActionRow title={t('admin.planByHand')} note={t('admin.billing.planHint')}>
              <ButtonLink size="small" href={hrefOf('set')} aria-label={`${t('admin.set')}… ${t('admin.planByHand')}`}>
                {t('admin.set')}…
              </ButtonLink>
            </ActionRow>
          </Panel>
          {immediate.some(can) && (
            <Panel title={t('admin.billing.method')}>
              <form className="ui-act" method="post">
                <BillFields submissionId={submissionId} />
                <Cluster>
                  {immediate.filter(can).map((act) => (
                    <Button key={act} size="small" type="submit" name="act" value={act}>
                      {t(`admin.billing.act.${act}`)}
                    </Button>
                  ))}
                </Cluster>
              </form>
            </Panel>
          )}
        </Stack>
      </Columns>
      <PlanDialog card={card} billing={billing} error={error} />
    </>
  )
}

function PlanSummary({ plan: { name, state, kind, note, price } }: Pick<CardBillingView, 'plan'>) {
  const t = useTranslate()
  return (
    <List isWrapped>
      <ListRow
        lead={<IconTile icon="key-round" kind={kind === 'ok' ? 'brass' : 'quiet'} />}
        title={
          <>
            {name} {state && <Badge kind={kind}>{state}</Badge>}
          </>
        }
        note={note}
        end={
          price && (
            <span>
              <b>{price}</b> {t('admin.billing.aMonth')}
            </span>
          )
        }
      />
    </List>
  )
}

function Invoices({ invoices }: Pick<CardBillingView, 'invoices'>) {
  const t = useTranslate()
  const { hrefOf } = useAddressDialog()
  return (
    <Table
      caption={t('subscription.invoices')}
      columns={[
        { key: 'day', label: t('admin.date'), isShort: true },
        { key: 'number', label: t('admin.billing.invoice') },
        { key: 'state', label: t('admin.status') },
        { key: 'amount', label: t('admin.billing.amount'), isNumber: true },
        { key: 'refund', label: t('admin.actions'), isLabelHidden: true, isNumber: true },
      ]}
      rows={invoices.map(({ id, number, day, amount, refunded, state, isPaid, href, isRefundable }) => ({
        key: id,
        cells: {
          day,
          number: href.startsWith('https:') ? <TextLink href={href}>{number}</TextLink> : number,
          state: <Status kind={isPaid ? 'ok' : 'warn'}>{state}</Status>,
          amount: [amount, refunded].filter(Boolean).join(' · '),
          refund: isRefundable && (
            <ButtonLink
              kind="danger-line"
              size="small"
              href={hrefOf('refund', id)}
              aria-label={`${t('admin.billing.short.refund')}… ${number}`}
            >
              {t('admin.billing.short.refund')}…
            </ButtonLink>
          ),
        },
      }))}
    />
  )
}

const BillFields = ({ submissionId }: { submissionId: string }) => (
  <>
    <input type="hidden" name="submissionId" value={submissionId} />
    <input type="hidden" name="intent" value="bill" />
  </>
)

/** The plan dialog that the address opens, if any. */
function PlanDialog({ card, billing, error }: Props & { billing: CardBillingView }) {
  const t = useTranslate()
  const { open, of, close } = useAddressDialog()
  const { acts, submissionId } = billing
  const shared = { isOpen: true, onClose: close, cancel: t('admin.cancel'), problem: error?.message }
  if (open === 'set')
    return (
      <DangerDialog
        {...shared}
        isHarmless
        title={t('admin.planByHand')}
        lead={t('admin.billing.planHint')}
        fields={
          <SelectField label={t('admin.plan')} name="choice" defaultValue={card.choice}>
            {planChoices.map((one) => (
              <option key={one} value={one}>
                {t(`admin.plan.${one}`)}
              </option>
            ))}
          </SelectField>
        }
        confirm={{ label: t('admin.planSet'), busyLabel: t('admin.planSet'), name: 'intent', value: 'plan' }}
      />
    )
  const act = [...recorded, ...serious, 'refund' as const].find((one) => one === open && acts.includes(one))
  const invoice = billing.invoices.find(({ id, isRefundable }) => id === of && isRefundable)
  if (!act || (act === 'refund' && !invoice)) return null
  const label = t(`admin.billing.act.${act}`)
  const isHarmless = recorded.some((one) => one === act)
  return (
    <DangerDialog
      {...shared}
      isHarmless={isHarmless}
      title={invoice ? `${label}, ${invoice.number}` : label}
      lead={isHarmless ? t(`admin.billing.note.${act as (typeof recorded)[number]}`) : t(`admin.billing.sure.${act as 'end'}`)}
      fields={
        <>
          <BillFields submissionId={submissionId} />
          {act === 'pay' && <PayFields billing={billing} error={error} />}
          {(act === 'extend' || act === 'trial') && <Days act={act} error={error} />}
          {invoice && (
            <>
              <input type="hidden" name="invoice" value={invoice.id} />
              <Amount hint={t('admin.billing.refundHint')} error={error} />
            </>
          )}
        </>
      }
      confirm={{ label, busyLabel: label, name: 'act', value: act }}
    />
  )
}

function PayFields({ billing: { plans, offer }, error }: { billing: CardBillingView; error: AdminError | null }) {
  const t = useTranslate()
  return (
    <>
      {plans.length > 1 && (
        <SelectField label={t('admin.plan')} name="offer" defaultValue={error?.typed['offer'] ?? offer}>
          {plans.map(({ code, name, price }) => (
            <option key={code} value={code}>
              {[name, price].filter(Boolean).join(', ')}
            </option>
          ))}
        </SelectField>
      )}
      <Amount hint={t('admin.billing.payHint')} error={error} />
    </>
  )
}

function Amount({ hint, error }: { hint: string; error: AdminError | null }) {
  const t = useTranslate()
  return (
    <TextField
      label={t('admin.billing.amount')}
      hint={hint}
      error={error?.errors['amount']}
      name="amount"
      defaultValue={error?.typed['amount']}
      inputMode="decimal"
      maxLength={12}
      dir="ltr"
    />
  )
}

function Days({ act, error }: { act: 'extend' | 'trial'; error: AdminError | null }) {
  const t = useTranslate()
  return (
    <TextField
      label={t(`admin.billing.days.${act}`)}
      hint={act === 'trial' ? t('admin.billing.trialHint') : undefined}
      error={error?.errors['days']}
      name="days"
      type="number"
      inputMode="numeric"
      min={1}
      max={3660}
      defaultValue={error?.typed['days']}
      required={act === 'extend'}
    />
  )
}
