import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Connection, DeliveryState } from '#contract/connections.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useReconnect } from '../../platform/connection/use-reach.ts'
import { ReaderContext, useReaderOf } from '../../platform/use-reader.ts'
import spot from '../../ui/art/spot-mailbox.svg?url'
import { ButtonLink } from '../../ui/button/button.tsx'
import { StateBars } from '../../ui/chart/state-bars.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { List } from '../../ui/list/list.tsx'
import { Words } from '../../ui/list/words.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Stack } from '../../ui/page/layout.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import { Status } from '../../ui/status/status.tsx'
import { AddConnection } from './add-connection.tsx'
import { ApiKeys } from './api-keys.tsx'
import { ConnectionPage } from './connection-page.tsx'
import { FailingSince, AttentionNote, OffBy } from './connection-notes.tsx'
import styles from './connections.css?page-style'
import { connectionsHref, countsOf, stateOf, statusKinds, type ConnectionsResult, type ConnectionsView } from './connections-view.ts'
import { CreateKey, NewKey, RevokeKey } from './key-dialogs.tsx'
import { PresetMark, PresetTiles } from './preset-mark.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { useWhen } from './use-when.ts'

type Props = {
  view: ConnectionsView
  language: string
  result: ConnectionsResult
  dialog: string
  /** The key that the dialog is about. */
  keyId: string | null
  reload(): void
}

/** The connections of a card; by address one of them, or the form for a new one. */
export function ConnectionsPage({ view, language, result, dialog, keyId, reload }: Props) {
  const { alias, adding, opened } = view
  useEffect(() => {
    if (result.issues) document.querySelector<HTMLElement>('input[aria-invalid="true"], [aria-invalid="true"] input')?.focus()
  }, [result])
  return (
    <ReaderContext value={useReaderOf(language, view.now)}>
      <PageStyle name="connections" styles={styles} />
      {opened ? (
        <ConnectionPage key={opened.connection.id} alias={alias} opened={opened} result={result} dialog={dialog} />
      ) : adding ? (
        <AddConnection alias={alias} preset={adding} connections={view.connections} result={result} />
      ) : (
        <>
          <ConnectionList view={view} result={result} reload={reload} />
          <KeyDialogs view={view} result={result} dialog={dialog} keyId={keyId} />
        </>
      )}
      {result.newKey && <NewKey key={result.newKey} alias={alias} value={result.newKey} />}
      {result.secret && <SecretDialog key={result.secret.value} alias={alias} {...result.secret} />}
    </ReaderContext>
  )
}

function KeyDialogs({ view: { alias, keys }, result, dialog, keyId }: Pick<Props, 'view' | 'result' | 'dialog' | 'keyId'>) {
  const navigate = useNavigate()
  const close = () => void navigate(connectionsHref(alias), { replace: true, preventScrollReset: true })
  const accessKey = keys?.find(({ id }) => id === keyId)
  if (dialog === 'createKey') return <CreateKey result={result} close={close} />
  return dialog === 'revoke' && accessKey ? <RevokeKey of={accessKey} close={close} /> : null
}

function ConnectionList({ view: { alias, connections, keys }, result, reload }: Pick<Props, 'view' | 'result' | 'reload'>) {
  const t = useTranslate()
  const add = (
    <ButtonLink kind="primary" icon="plus" href={connectionsHref(alias, { kind: 'any' })}>
      {t('connections.add')}
    </ButtonLink>
  )
  const isEmpty = connections?.length === 0
  return (
    <Stack>
      <PageHeader title={t('connections.title')} lead={t('connections.lead')} actions={!isEmpty && add} />
      {result.message && !result.keyForm && (
        <Banner kind={result.isBad ? 'bad' : 'ok'} isLive>
          {result.message}
        </Banner>
      )}
      {!connections ? (
        <LoadFailed alias={alias} reload={reload} />
      ) : isEmpty ? (
        <EmptyState art={spot} title={t('connections.empty')} action={add}>
          {t('connections.emptyLead')}
        </EmptyState>
      ) : (
        <List label={t('connections.title')}>
          {connections.map((connection) => (
            <ConnectionRow key={connection.id} alias={alias} connection={connection} />
          ))}
        </List>
      )}
      {connections && !isEmpty && (
        <Stack isTight>
          <h2>{t('connections.addAnother')}</h2>
          <PresetTiles alias={alias} connections={connections} />
        </Stack>
      )}
      {connections && (keys ? <ApiKeys alias={alias} keys={keys} /> : <LoadFailed alias={alias} reload={reload} />)}
    </Stack>
  )
}

function LoadFailed({ alias, reload }: { alias: string; reload(): void }) {
  const t = useTranslate()
  useReconnect(reload)
  return (
    <Banner kind="bad" isLive title={t('failed.title')} action={<ButtonLink href={connectionsHref(alias)}>{t('failed.again')}</ButtonLink>}>
      {t('failed.sentence')}
    </Banner>
  )
}

function ConnectionRow({ alias, connection }: { alias: string; connection: Connection }) {
  const t = useTranslate()
  const { id, preset, name, latest, sentCount, waitingCount } = connection
  const state = stateOf(connection)
  const isWaiting = waitingCount > 0
  return (
    <li className="ui-row connection-row across">
      <PresetMark preset={preset} />
      <Words
        title={<PageLink href={connectionsHref(alias, { of: id })}>{name}</PageLink>}
        note={<Latest connection={connection} />}
        isCut
      />
      <Strip states={latest} isOff={state === 'off'} />
      <span className="connection-count">
        {t(isWaiting ? 'connections.waitingCount' : 'connections.sentCount', { count: isWaiting ? waitingCount : sentCount })}
      </span>
      <Status kind={statusKinds[state]}>{t(`connections.state.${state}`)}</Status>
      <Icon name="chevron-right" />
    </li>
  )
}

/** What happened last, in one line. */
function Latest({ connection }: { connection: Connection }) {
  const t = useTranslate()
  const when = useWhen()
  const { lastSent } = connection
  const state = stateOf(connection)
  return (
    <span suppressHydrationWarning>
      {state === 'off' ? (
        <OffBy connection={connection} />
      ) : state === 'attention' ? (
        <AttentionNote connection={connection} />
      ) : state === 'failing' ? (
        <FailingSince connection={connection} />
      ) : lastSent ? (
        t('connections.lastSent', { time: when(lastSent.triedAt ?? lastSent.createdAt), subject: lastSent.subject })
      ) : (
        t('connections.noneSent')
      )}
    </span>
  )
}

const barStates = { sent: 'ok', waiting: 'wait', failed: 'bad' } as const satisfies Record<DeliveryState, string>

/** The last deliveries. */
function Strip({ states, isOff }: { states: readonly DeliveryState[]; isOff: boolean }) {
  const t = useTranslate()
  const bars = isOff ? [] : states.map((state) => barStates[state])
  return <StateBars label={t('connections.strip', countsOf(states))} states={bars} length={24} />
}
