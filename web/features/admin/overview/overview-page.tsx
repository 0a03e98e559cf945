import openDoor from '../../../ui/art/spot-open-door.svg?url'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { ArrowLink } from '../../../ui/button/text-link.tsx'
import { Spark } from '../../../ui/chart/spark.tsx'
import { StateBars } from '../../../ui/chart/state-bars.tsx'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { DangerDialog } from '../../../ui/overlay/danger-dialog.tsx'
import { Stack, Tiles } from '../../../ui/page/layout.tsx'
import { Figures, HealthTile } from '../../../ui/status/figures.tsx'
import { IconTile } from '../../../ui/status/icon-tile.tsx'
import { Status } from '../../../ui/status/status.tsx'
import { AdminMain } from '../admin-main.tsx'
import { useAddressDialog } from '../address-dialog.tsx'
import { adminHref, placeHref } from '../admin-places.ts'
import type { MomentView } from '../admin-view.ts'
import { Moment } from '../moment.tsx'
import { LatestAuditEntries } from '../lists/audit-entry-rows.tsx'
import type { Attention, OverviewView } from './overview-view.ts'

/** What needs attention first, then the health of each part of the installation. */
export function OverviewPage({ overview }: { overview: OverviewView }) {
  const t = useTranslate()
  const { host, updated, attention, tiles, trends, demoCards, acts } = overview
  const { open, hrefOf, close } = useAddressDialog()
  const removal = t('setup.demo', { count: demoCards })
  return (
    <AdminMain
      title={t('admin.overview')}
      lead={
        <>
          <bdi dir="ltr">{host}</bdi>
          <Moment {...updated} text={t('admin.updatedAt', { time: updated.text })} />
        </>
      }
      actions={
        <ButtonLink href={adminHref} icon="refresh-cw">
          {t('admin.refresh')}
        </ButtonLink>
      }
    >
      {attention.length === 0 ? <EmptyState art={openDoor} title={t('admin.allWorking')} /> : <AttentionList attention={attention} />}
      <Tiles>
        {tiles.map(({ key, mark, used, bars, href, lines, ...tile }) => (
          <HealthTile
            key={key}
            {...tile}
            lines={lines.map(sentence)}
            status={<Status kind={mark.kind}>{mark.text}</Status>}
            aside={
              used !== undefined ? (
                <progress className="ui-progress-bar" value={used} max={1} aria-label={tile.title} />
              ) : (
                <>
                  {bars && <StateBars {...bars} length={14} />}
                  {href && <ArrowLink href={href}>{t('admin.tile.more')}</ArrowLink>}
                </>
              )
            }
          />
        ))}
      </Tiles>
      <Figures
        label={t('admin.trends')}
        figures={trends.map(({ label, value, note, days }) => ({ label, value, note, chart: <Spark values={days} /> }))}
      />
      {demoCards > 0 && (
        <div className="ui-cluster">
          <p className="ui-note">{t('admin.trendsDemo', { count: demoCards })}</p>
          <ButtonLink size="small" kind="danger-line" href={hrefOf('removeDemo')}>
            {removal}
          </ButtonLink>
        </div>
      )}
      {demoCards > 0 && open === 'removeDemo' && (
        <DangerDialog
          isOpen
          onClose={close}
          title={removal}
          lead={t('setup.demoHint')}
          cancel={t('admin.cancel')}
          confirm={{ label: removal, busyLabel: removal, name: 'intent', value: 'removeDemo' }}
          form={{ action: placeHref('/cards') }}
        />
      )}
      {attention.length === 0 && (
        <Stack isTight>
          <h2>{t('admin.latest')}</h2>
          <LatestAuditEntries acts={acts} />
          <ArrowLink href={placeHref('/audit')}>{t('admin.acts')}</ArrowLink>
        </Stack>
      )}
    </AdminMain>
  )
}

const sentence = (text: string | MomentView) => (typeof text === 'string' ? text : <Moment {...text} />)

/** Sorted by severity. The first item has the page's only primary button. */
function AttentionList({ attention }: Pick<OverviewView, 'attention'>) {
  const t = useTranslate()
  return (
    <Stack isTight>
      <h2>{t('admin.unwell')}</h2>
      <List label={t('admin.unwell')} isWrapped>
        {attention.map(({ key, icon, kind, title, note, ...item }, index) => (
          <ListRow
            key={key}
            lead={<IconTile icon={icon} kind={kind} />}
            title={title}
            note={sentence(note)}
            end={<AttentionAction {...item} isFirst={index === 0} />}
          />
        ))}
      </List>
    </Stack>
  )
}

function AttentionAction({ href, action, intent, isFirst }: Pick<Attention, 'href' | 'action' | 'intent'> & { isFirst: boolean }) {
  const look = { size: 'small', kind: isFirst ? 'primary' : 'line' } as const
  if (intent === undefined)
    return (
      <ButtonLink {...look} href={href}>
        {action}
      </ButtonLink>
    )
  return (
    <form method="post" action={href}>
      <Button {...look} type="submit" name="intent" value={intent}>
        {action}
      </Button>
    </form>
  )
}
