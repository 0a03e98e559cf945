import { useContext, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { VersionInfo } from '#contract/cards/releases.ts'
import { LanguageContext } from '../../i18n/language-context.ts'
import { useLaterSay } from '../../i18n/use-later-say.ts'
import { useSite } from '../../platform/use-site.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import css from './whats-new.css?inline'
import href from './whats-new.css?url'

/** What its address ends in. */
const id = 'whats-new'

type Props = {
  /** Newest first; null where they could not be had. */
  versions: readonly VersionInfo[] | null
  again: () => void
}

/** A row of the settings, and the sheet behind it: every version and what it brought. It opens without a script. */
export function WhatsNew({ versions, again }: Props) {
  const say = useLaterSay()
  const sheet = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    // The frame around opened it if it was there by then.
    if (hash === `#${id}` && !sheet.current?.matches(':popover-open')) sheet.current?.showPopover()
  }, [hash])
  return (
    <li>
      <PageStyle name="whats-new" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <span className="main">
        {say('frame.whatsNew')}
        <small>{say('releases.historyMore')}</small>
      </span>
      <button className="btn quiet" type="button" popoverTarget={id}>
        {say('releases.open')}
      </button>
      <div ref={sheet} className="panel sheet whats-new" id={id} popover="auto" role="dialog" aria-labelledby={`${id}-title`}>
        <div className="panel-head">
          <h2 id={`${id}-title`}>{say('frame.whatsNew')}</h2>
          <button className="panel-close" type="button" popoverTarget={id} popoverTargetAction="hide" aria-label={say('close')}>
            <Icon name="x" />
          </button>
        </div>
        {versions === null ? (
          <p className="whats-new-none">
            {say('failed.title')}
            <button className="btn quiet" type="button" onClick={again}>
              {say('failed.again')}
            </button>
          </p>
        ) : versions.length === 0 ? (
          <p className="whats-new-none">{say('releases.none')}</p>
        ) : (
          <History versions={versions} />
        )}
      </div>
    </li>
  )
}

function History({ versions }: { versions: readonly VersionInfo[] }) {
  const say = useLaterSay()
  const { version: running } = useSite()
  const written = new Intl.DateTimeFormat(useContext(LanguageContext), { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <ol className="versions">
      {versions.map(({ version, date, versionHistory, updates }) => (
        <li key={version} aria-current={version === running || undefined}>
          <h3>
            {say('releases.version', { version })}
            {version === running && <span className="badge">{say('releases.running')}</span>}
          </h3>
          {/* A day, not a moment: it is the same one in every zone. */}
          <time dateTime={date}>{written.format(new Date(date))}</time>
          {versionHistory && <p dir="auto">{versionHistory}</p>}
          {updates.length > 0 && (
            <ul dir="auto">
              {updates.map((update) => (
                <li key={update}>{update}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  )
}
