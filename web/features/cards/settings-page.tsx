import { useState, type ReactNode } from 'react'
import { experiments as experimentNames, type Experiment } from '#contract/constants.ts'
import { isRefused } from '#contract/api.ts'
import { useLaterSay } from '../../i18n/use-later-say.ts'
import { createClient } from '../../platform/client.ts'
import { useCardState } from '../../platform/use-card-state.ts'
import { useSite } from '../../platform/use-site.ts'
import { PageStyle } from '../../ui/page-style.tsx'
import { InnerPage } from './inner-page.tsx'
import css from './settings-page.css?inline'
import href from './settings-page.css?url'

type Check = 'idle' | 'asking' | 'newest' | 'unknown' | { version: string; updates: string[] }

/** What this device remembers of the card, and which version of the product it runs. */
export function SettingsPage({ title, alias, enabled }: { title: string; alias: string; enabled: readonly Experiment[] }) {
  const say = useLaterSay()
  const { version } = useSite()
  const [state, change] = useCardState(alias)
  return (
    <InnerPage title={title}>
      <PageStyle name="settings-page" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <ul className="plate-list settings">
        <Row name={say('settings.version')}>
          <span className="quiet-value">{version}</span>
        </Row>
        <Updates />
        <Row name={say('settings.shortLink')} more={say('settings.shortLinkMore')}>
          <label className="toggle">
            <input
              type="checkbox"
              checked={state?.shareShortLink ?? false}
              disabled={!state}
              aria-label={say('settings.shortLink')}
              onChange={({ target }) => change({ shareShortLink: target.checked })}
            />
            <i aria-hidden="true" />
          </label>
        </Row>
      </ul>
      {enabled.includes('DebugClientConnect') && (
        <Panel
          name={say('settings.debugClient')}
          facts={state && { connected: state.connected, shown: state.connectShown, neverAskAgain: state.neverAskAgain }}
        />
      )}
      {enabled.includes('DebugTour') && <Panel name={say('settings.debugTour')} facts={state && { tourDone: state.tourDone }} />}
    </InnerPage>
  )
}

function Updates() {
  const say = useLaterSay()
  const { version, productSlug } = useSite()
  const [check, setCheck] = useState<Check>('idle')

  async function ask() {
    setCheck('asking')
    const found = await createClient({ slug: productSlug })
      .call('releases.latest', { params: { versionType: 'Production', version } })
      .catch((thrown: unknown) => (isRefused(thrown) && thrown.problem.status === 404 ? ('newest' as const) : ('unknown' as const)))
    setCheck(found)
  }

  const news = typeof check === 'object' ? check : null
  return (
    <Row name={say('settings.updates')} more={news?.updates.join(' · ') ?? ''}>
      <span role="status">
        {check === 'newest' && say('settings.newest')}
        {check === 'unknown' && say('settings.unknown')}
        {news && say('settings.newer', { version: news.version })}
      </span>
      <button className="btn quiet" type="button" aria-busy={check === 'asking'} disabled={check === 'asking'} onClick={ask}>
        {say('settings.check')}
      </button>
    </Row>
  )
}

function Row({ name, more = '', children }: { name: string; more?: string; children: ReactNode }) {
  return (
    <li>
      <span className="main">
        {name}
        {more && <small>{more}</small>}
      </span>
      {children}
    </li>
  )
}

function Panel({ name, facts }: { name: string; facts: object | null }) {
  return (
    <details className="debug">
      <summary>{name}</summary>
      <pre>{JSON.stringify(facts, null, 2)}</pre>
    </details>
  )
}

/** The diagnostic experiments that are on for this card. */
export const diagnosticsOf = (experiments: readonly { name: string; enabled: boolean }[]): Experiment[] =>
  experimentNames.filter(
    (name) => name.startsWith('Debug') && experiments.some((experiment) => experiment.name === name && experiment.enabled),
  )
