import { Fragment } from 'react'
import type { SetupPart } from '#contract/admin/admin-choices.ts'
import type { Setup } from '#contract/admin/admin.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { IconName } from '../../../ui/icons/icon-names.ts'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { IconTile } from '../../../ui/status/icon-tile.tsx'
import { Status } from '../../../ui/status/status.tsx'
import { AdminMain } from '../admin-main.tsx'
import type { AdminView } from '../admin-view.ts'

const icons: Record<SetupPart, IconName> = {
  site: 'globe',
  database: 'database',
  storage: 'hard-drive',
  mail: 'mail',
  payments: 'credit-card',
  identity: 'fingerprint',
  notifications: 'bell',
  map: 'map-pin',
  captcha: 'shield',
  reviews: 'star',
  monitoring: 'chart-column',
}
const marks = { set: 'ok', default: 'ok', off: 'off', warning: 'warn' } as const
const tiles = { set: 'ok', default: 'quiet', off: 'quiet', warning: 'warn' } as const

type Part = Setup['parts'][number]

/** What is configured, what is built in, and which settings to change. */
export function SetupPage({ parts }: Extract<AdminView, { page: 'setup' }>) {
  const t = useTranslate()
  const warnings = parts.filter(({ state }) => state === 'warning').length
  return (
    <AdminMain title={t('admin.setup')} lead={t('admin.setupLead')}>
      {warnings > 0 && <Banner kind="warn" title={t('admin.setupWarnings', { count: warnings })} />}
      <List label={t('admin.setup')} isWrapped>
        {parts.map((part) => (
          <PartRow key={part.part} part={part} />
        ))}
      </List>
    </AdminMain>
  )
}

function PartRow({ part: { part, state, settings } }: { part: Part }) {
  const t = useTranslate()
  return (
    <ListRow
      lead={<IconTile icon={icons[part]} kind={tiles[state]} />}
      title={t(`admin.setup.${part}`)}
      note={
        <>
          {t(`admin.setup.${part}.${state === 'set' ? 'set' : 'unset'}`)}
          <br />
          {settings.map(({ name, value, isSet }, index) => (
            <Fragment key={name}>
              {index > 0 && ' · '}
              <code dir="ltr">{name}</code> {value ? <bdi dir="ltr">{value}</bdi> : t(isSet ? 'admin.setupIsSet' : 'admin.setupNotSet')}
            </Fragment>
          ))}
        </>
      }
      end={<Status kind={marks[state]}>{t(`admin.setupState.${state}`)}</Status>}
    />
  )
}
