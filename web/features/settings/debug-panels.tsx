import { useState, type ReactNode, type ToggleEvent } from 'react'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { usePageLog } from '../../platform/device/error-log.ts'
import { checkLogin } from '../../platform/login/login-check.ts'
import { useCardState } from '../../platform/device/use-card-state.ts'
import { useSite } from '../../platform/use-site.ts'
import { useCopy } from '../../ui/use-copy.ts'

/** For debugging: the device’s state, the log, and the session. */
export function DebugPanels({ alias, cardKey }: { alias: string; cardKey: string }) {
  const t = useTranslate()
  const [state] = useCardState(alias)
  const client = state && {
    connected: state.connected,
    connectedOn: state.connectedOn,
    connectPromptCount: state.connectPromptCount,
    neverAskAgain: state.neverAskAgain,
    discardedOn: state.discardedOn,
  }
  return (
    <>
      <Panel name={t('settings.debugClient')}>{facts(client)}</Panel>
      <Panel name={t('settings.debugTour')}>{facts(state && { tourDone: state.tourDone })}</Panel>
      <Logs />
      <Account cardKey={cardKey} />
    </>
  )
}

function Logs() {
  const t = useTranslate()
  const entries = usePageLog()
  const [, copy] = useCopy({ good: t('settings.copied'), bad: t('settings.notCopied'), forMs: snackbarMs.copy })
  const text = entries.map(({ received, message }) => `${new Date(received).toISOString()} ${message}`).join('\n')
  return (
    <Panel name={t('settings.debugLogs')}>
      {text || t('settings.noLogs')}
      {text && (
        <button className="btn quiet" type="button" onClick={() => copy(text)}>
          {t('settings.copy')}
        </button>
      )}
    </Panel>
  )
}

/** Loaded when it is opened. */
function Account({ cardKey }: { cardKey: string }) {
  const t = useTranslate()
  const { productSlug: slug } = useSite()
  const [found, setFound] = useState<object | null>(null)
  const [hasFailed, setFailed] = useState(false)
  async function opened({ newState }: ToggleEvent<HTMLDetailsElement>) {
    if (newState !== 'open') return
    try {
      setFailed(false)
      setFound(await checkLogin({ slug, cardKey }))
    } catch {
      setFailed(true)
    }
  }
  return (
    <Panel name={t('settings.debugAccount')} onToggle={opened}>
      {hasFailed ? t('failed.title') : found ? facts(found) : t('title.loading')}
    </Panel>
  )
}

type PanelProps = { name: string; children: ReactNode; onToggle?: (event: ToggleEvent<HTMLDetailsElement>) => void }

function Panel({ name, children, onToggle }: PanelProps) {
  return (
    <details className="debug" onToggle={onToggle}>
      <summary>{name}</summary>
      {/* Left to right in every language. */}
      <pre dir="ltr">{children}</pre>
    </details>
  )
}

const facts = (what: object | null) => JSON.stringify(what, null, 2)
