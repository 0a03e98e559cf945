import type { AccessKey } from '#contract/access-keys.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useReader } from '../../platform/use-reader.ts'
import { whenOf } from '../../platform/when.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { TextLink } from '../../ui/button/text-link.tsx'
import { Table } from '../../ui/list/table.tsx'
import { Stack } from '../../ui/page/layout.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { Tag } from '../../ui/status/badge.tsx'
import { Status } from '../../ui/status/status.tsx'
import { connectionsHref, daysLeft } from './connections-view.ts'
import { useDate } from './use-when.ts'

const columns = ['name', 'key', 'can', 'used', 'expires'] as const
const warnDays = 14

type Props = { alias: string; keys: readonly AccessKey[] }

/** The keys with which programs use the API for this card. */
export function ApiKeys({ alias, keys }: Props) {
  const t = useTranslate()
  return (
    <section className="api-keys" aria-labelledby="api-keys">
      <Stack isTight>
        <header className="ui-cluster">
          <h2 id="api-keys">{t('connections.keys')}</h2>
          <ButtonLink size="small" icon="key-round" href={connectionsHref(alias, { dialog: 'createKey' })}>
            {t('connections.keyCreate')}
          </ButtonLink>
        </header>
        {keys.length === 0 ? (
          <Panel>
            <p className="ui-note">
              {t('connections.keysNone')}{' '}
              <TextLink href="/reference" isDocument>
                {t('connections.keysReference')}
              </TextLink>
            </p>
          </Panel>
        ) : (
          <Table
            caption={t('connections.keys')}
            columns={[
              ...columns.map((key) => ({ key, label: t(`connections.keyColumn.${key}`), isShort: key !== 'name' && key !== 'can' })),
              { key: 'revoke', label: t('connections.keyColumn.revoke'), isLabelHidden: true, isShort: true },
            ]}
            rows={keys.map((key) => ({ key: key.id, cells: cellsOf(alias, key, t) }))}
          />
        )}
      </Stack>
    </section>
  )
}

const cellsOf = (alias: string, key: AccessKey, t: ReturnType<typeof useTranslate>) => ({
  name: <b dir="auto">{key.name}</b>,
  key: (
    <code>
      {key.start}…{key.end}
    </code>
  ),
  can: (
    <span className="api-key-scopes">
      {key.scopes.map((scope) => (
        <Tag key={scope}>{t(`connections.scope.${scope}`)}</Tag>
      ))}
    </span>
  ),
  used: <LastUsed at={key.lastUsedAt} />,
  expires: <Expires at={key.expiresAt} />,
  revoke: (
    <ButtonLink kind="ghost" size="small" href={connectionsHref(alias, { dialog: 'revoke', show: key.id })}>
      {t('connections.keyRevoke')}
      <span className="sr-only">{key.name}</span>
    </ButtonLink>
  ),
})

function LastUsed({ at }: { at: string | null }) {
  const t = useTranslate()
  const reader = useReader()
  if (at === null) return t('connections.keyUnused')
  const { day, date, time } = whenOf(at, reader)
  return <span suppressHydrationWarning>{day === 'today' ? t('contacts.todayAt', { time }) : date}</span>
}

function Expires({ at }: { at: string | null }) {
  const t = useTranslate()
  const dateOf = useDate()
  const { now } = useReader()
  if (at === null) return t('connections.keyEndless')
  const days = daysLeft(at, now)
  if (days <= 0) return <Status kind="off">{t('connections.keyEnded', { date: dateOf(at) })}</Status>
  if (days <= warnDays) return <Status kind="warn">{t('connections.keyInDays', { count: days })}</Status>
  return <span suppressHydrationWarning>{dateOf(at)}</span>
}
