import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { CheckBox } from '../../../ui/field/check-box.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { Named, Table } from '../../../ui/list/table.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { DangerDialog } from '../../../ui/overlay/danger-dialog.tsx'
import { ActionRow } from '../../../ui/page/layout.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { Figures, type Figure } from '../../../ui/status/figures.tsx'
import { AdminMain } from '../admin-main.tsx'
import { useAddressDialog } from '../address-dialog.tsx'
import { placeHref } from '../admin-places.ts'
import type { AdminError, FailingHostView, OffHostView } from '../admin-view.ts'
import { Moment } from '../moment.tsx'
import { useOutcome } from '../use-outcome.ts'

const here = placeHref('/deliveries')

export type DeliveriesView = { figures: Figure[]; failing: FailingHostView[]; off: OffHostView[] }

/** Deliveries to the connections of all cards: what waits, hosts that fail, and hosts that are switched off. */
export function DeliveriesPage({ figures, failing, off }: DeliveriesView) {
  const t = useTranslate()
  const { open, hrefOf } = useAddressDialog()
  const { error } = useOutcome()
  return (
    <AdminMain title={t('admin.connections.title')} lead={t('admin.connections.lead')}>
      <Figures label={t('admin.figures')} figures={figures} />
      {failing.length === 0 ? <EmptyState title={t('admin.connections.noneFailing')} /> : <FailingHosts hosts={failing} />}
      {off.length > 0 && <OffHosts hosts={off} />}
      <Panel>
        <ActionRow title={t('admin.connections.switchOff')} note={t('admin.connections.switchOffNote')}>
          <ButtonLink kind="danger-line" size="small" href={hrefOf('off')}>
            {t('admin.connections.switchOffAsk')}
          </ButtonLink>
        </ActionRow>
      </Panel>
      {open === 'off' && <SwitchOffDialog error={error} />}
    </AdminMain>
  )
}

/** The host is that of the address, if a failing one was chosen. */
function SwitchOffDialog({ error }: { error: AdminError | null }) {
  const t = useTranslate()
  const { of: host, close } = useAddressDialog()
  const title = t('admin.connections.switchOff')
  return (
    <DangerDialog
      isOpen
      onClose={close}
      problem={error?.message}
      title={title}
      lead={t('admin.connections.switchOffNote')}
      fields={
        <TextField
          label={t('admin.connections.host')}
          error={error?.errors['host']}
          name="host"
          defaultValue={error?.typed['host'] ?? host}
          maxLength={300}
          required
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
        />
      }
      reason={{
        label: t('admin.reason'),
        hint: t('admin.reasonHint'),
        error: error?.errors['reason'],
        defaultValue: error?.typed['reason'],
      }}
      cancel={t('admin.cancel')}
      confirm={{ label: title, busyLabel: title, name: 'intent', value: 'off' }}
    />
  )
}

function FailingHosts({ hosts }: { hosts: readonly FailingHostView[] }) {
  const t = useTranslate()
  const { hrefOf } = useAddressDialog()
  return (
    <Table
      caption={t('admin.connections.failing')}
      columns={[
        { key: 'host', label: t('admin.connections.host') },
        { key: 'connections', label: t('admin.connections.title'), isNumber: true },
        { key: 'waiting', label: t('admin.waiting'), isNumber: true },
        { key: 'since', label: t('admin.connections.since'), isShort: true },
        { key: 'off', label: t('admin.actions'), isLabelHidden: true, isNumber: true, isShort: true },
      ]}
      rows={hosts.map(({ host, answer, since, ...facts }) => ({
        key: host,
        cells: {
          ...facts,
          since: <Moment {...since} />,
          host: <Named name={<bdi dir="ltr">{host}</bdi>} note={<bdi dir="auto">{answer}</bdi>} />,
          off: (
            <ButtonLink size="small" href={hrefOf('off', host)} aria-label={t('admin.connections.switchOffOne', { host })}>
              {t('admin.connections.switchOffAsk')}
            </ButtonLink>
          ),
        },
      }))}
    />
  )
}

function OffHosts({ hosts }: { hosts: readonly OffHostView[] }) {
  const t = useTranslate()
  return (
    <Panel title={t('admin.connections.off')}>
      <List label={t('admin.connections.off')} isWrapped isInside>
        {hosts.map(({ host, reason, facts }) => (
          <ListRow
            key={host}
            title={<bdi dir="ltr">{host}</bdi>}
            note={[reason, facts].filter(Boolean).join(' · ')}
            end={
              <form method="post" action={here} className="ui-cluster">
                <input type="hidden" name="host" value={host} />
                <CheckBox
                  label={
                    <>
                      {t('admin.connections.sendMissed')} <span className="sr-only">{host}</span>
                    </>
                  }
                  name="sendMissed"
                  value="1"
                  defaultChecked
                />
                <Button size="small" type="submit" name="intent" value="on" aria-label={t('admin.connections.allowOne', { host })}>
                  {t('admin.connections.allow')}
                </Button>
              </form>
            }
          />
        ))}
      </List>
    </Panel>
  )
}
