import { Form, useNavigate, useNavigation } from 'react-router'
import { isCrm } from '#contract/connection-choices.ts'
import type { Connection } from '#contract/connections.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useServerRequired } from '../../platform/connection/use-reach.ts'
import { useRefreshWhile } from '../../platform/use-refresh-while.ts'
import { useSite } from '../../platform/use-site.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { OnlineOnly } from '../../ui/online-only.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { Cluster, Columns, Stack } from '../../ui/page/layout.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Status } from '../../ui/status/status.tsx'
import { ConnectionDialogs } from './connection-dialogs.tsx'
import { ConnectionSettings } from './connection-settings.tsx'
import { FailingSince, OffBy } from './connection-notes.tsx'
import { connectionsHref, presetName, stateOf, statusKinds, type ConnectionsResult, type Opened } from './connections-view.ts'
import { Deliveries } from './deliveries.tsx'
import { PresetMark } from './preset-mark.tsx'
import { TestBanner } from './test-banner.tsx'
import { useNextTime } from './use-when.ts'
import { VerifyRequests } from './verify-requests.tsx'

type Props = { alias: string; opened: Opened; result: ConnectionsResult; dialog: string }

/** One connection: whether it works, its deliveries and its settings. */
export function ConnectionPage({ alias, opened, result, dialog }: Props) {
  const t = useTranslate()
  const navigate = useNavigate()
  const isTesting = useIntent() === 'test'
  const { connection } = opened
  const { id, preset, name, url, isOn, waitingCount } = connection
  const state = stateOf(connection)
  const isHostOff = connection.offReason === 'host'
  const serverReach = useServerRequired()
  useRefreshWhile(isOn && waitingCount > 0, refreshMs)
  return (
    <Stack>
      <PageHeader
        title={name}
        picture={<PresetMark preset={preset} />}
        lead={
          <>
            <Status kind={statusKinds[state]}>{t(`connections.state.${state}`)}</Status>
            {!isCrm(preset) && <code>{url}</code>}
          </>
        }
        crumbs={{ label: t('connections.title'), links: [{ href: connectionsHref(alias), label: t('connections.title') }] }}
        actions={
          <OnlineOnly {...serverReach}>
            <Cluster>
              {!isHostOff && <OnSwitch alias={alias} connection={connection} />}
              <Form method="post" preventScrollReset>
                <Button type="submit" icon="send" name="intent" value="test" isBusy={isTesting}>
                  {t(isCrm(preset) ? 'connections.keyCheck' : 'connections.test')}
                </Button>
              </Form>
            </Cluster>
          </OnlineOnly>
        }
      />
      <TestBanner isTesting={isTesting} tested={result.tested} connection={connection} />
      {result.message && !result.issues?.['apiKey'] && (
        <Banner kind={result.isBad ? 'bad' : 'ok'} isLive>
          {result.message}
        </Banner>
      )}
      {state === 'attention' && <AttentionBanner alias={alias} connection={connection} />}
      {state === 'failing' && <Failing connection={connection} />}
      {state === 'off' && (
        <Banner
          kind="info"
          title={<OffBy connection={connection} />}
          action={
            !isHostOff && (
              <ButtonLink size="small" href={connectionsHref(alias, { of: id, dialog: 'on' })}>
                {t('connections.switchOn')}
              </ButtonLink>
            )
          }
        >
          {t(isHostOff ? 'connections.offHostNote' : 'connections.offNote')}
        </Banner>
      )}
      <Columns>
        <Stack>
          <Deliveries alias={alias} opened={opened} />
          {!isCrm(preset) && <VerifyRequests url={url} />}
        </Stack>
        <ConnectionSettings alias={alias} connection={connection} result={result} />
      </Columns>
      <ConnectionDialogs
        connection={connection}
        open={dialog}
        keyIssue={result.issues?.['apiKey']}
        close={() => void navigate(connectionsHref(alias, { of: id }), { replace: true, preventScrollReset: true })}
      />
    </Stack>
  )
}

/** Switches off at once. Switching on asks first what to do with what it missed. */
function OnSwitch({ alias, connection: { id, isOn } }: { alias: string; connection: Connection }) {
  const t = useTranslate()
  const isChanging = useIntent() === 'off'
  const face = (
    <>
      <span>{t('connections.on')}</span>
      <i className="ui-knob" aria-hidden="true" />
    </>
  )
  if (!isOn) {
    return (
      <PageLink className="connection-switch" href={connectionsHref(alias, { of: id, dialog: 'on' })} role="switch" aria-checked="false">
        {face}
      </PageLink>
    )
  }
  return (
    <Form method="post" preventScrollReset>
      <button
        className="connection-switch"
        type="submit"
        role="switch"
        aria-checked="true"
        aria-busy={isChanging || undefined}
        name="intent"
        value="off"
      >
        {face}
      </button>
    </Form>
  )
}

/** What to do at a CRM, and how to send what waits afterwards. */
function AttentionBanner({
  alias,
  connection: { id, preset, attention, waitingCount, failedCount },
}: {
  alias: string
  connection: Connection
}) {
  const t = useTranslate()
  const { productName } = useSite()
  const isSending = useIntent() === 'resend'
  const count = waitingCount + failedCount
  const action =
    attention === 'key' ? (
      <ButtonLink kind="primary" size="small" href={connectionsHref(alias, { of: id, dialog: 'key' })}>
        {t('connections.replace')}
      </ButtonLink>
    ) : (
      count > 0 && (
        <Form method="post" preventScrollReset>
          <Button kind="primary" size="small" type="submit" name="intent" value="resend" isBusy={isSending}>
            {t('connections.sendAllAgain', { count })}
          </Button>
        </Form>
      )
    )
  return (
    attention && (
      <Banner kind="warn" title={t(`connections.attention.${attention}.title`, { name: presetName(preset, t) })} action={action}>
        {t(`connections.attention.${attention}.todo`, { product: productName })}
      </Banner>
    )
  )
}

function Failing({ connection }: { connection: Connection }) {
  const t = useTranslate()
  const nextTime = useNextTime()
  const { waitingCount, nextAt } = connection
  return (
    <Banner
      kind="bad"
      title={
        <span suppressHydrationWarning>
          <FailingSince connection={connection} />
        </span>
      }
      action={
        waitingCount > 0 && (
          <Form method="post" preventScrollReset>
            <Button kind="primary" size="small" type="submit" name="intent" value="resend" isBusy={useIntent() === 'resend'}>
              {t('connections.tryAll')}
            </Button>
          </Form>
        )
      }
    >
      {waitingCount > 0 && (
        <span suppressHydrationWarning>
          {t('connections.waitingSafe', { count: waitingCount })} {nextAt && t('connections.nextTry', { time: nextTime(nextAt) })}
        </span>
      )}
    </Banner>
  )
}

/** What the form being sent does. */
const useIntent = () => useNavigation().formData?.get('intent') ?? null

const refreshMs = 4000
