import { formatDate } from '#common/format-date.ts'
import { useContext, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { VersionInfo } from '#contract/cards/releases.ts'
import { LanguageContext, useTranslate } from '../../i18n/use-translate.ts'
import { useSite } from '../../platform/use-site.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import styles from './whats-new.css?page-style'

/** The hash that opens it. */
const id = 'whats-new'

type Props = {
  /** Newest first; null if they failed to load. */
  versions: readonly VersionInfo[] | null
  onRetry: () => void
}

/** A row of the settings and its sheet: all versions and their changes. Works without a script. */
export function WhatsNew({ versions, onRetry }: Props) {
  const t = useTranslate()
  const sheet = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    // The frame opens it only if it existed at that time.
    if (hash === `#${id}` && !sheet.current?.matches(':popover-open')) sheet.current?.showPopover()
  }, [hash])
  return (
    <li>
      <PageStyle name="whats-new" styles={styles} />
      <span className="main">
        {t('frame.whatsNew')}
        <small>{t('releases.historyMore')}</small>
      </span>
      <button className="btn quiet" type="button" popoverTarget={id}>
        {t('releases.open')}
      </button>
      <div ref={sheet} className="panel sheet whats-new" id={id} popover="auto" role="dialog" aria-labelledby={`${id}-title`}>
        <div className="panel-head across">
          <h2 id={`${id}-title`}>{t('frame.whatsNew')}</h2>
          <button className="panel-close center" type="button" popoverTarget={id} popoverTargetAction="hide" aria-label={t('close')}>
            <Icon name="x" />
          </button>
        </div>
        {versions === null ? (
          <p className="whats-new-none">
            {t('failed.title')}
            <button className="btn quiet" type="button" onClick={onRetry}>
              {t('failed.again')}
            </button>
          </p>
        ) : versions.length === 0 ? (
          <p className="whats-new-none">{t('releases.none')}</p>
        ) : (
          <History versions={versions} />
        )}
      </div>
    </li>
  )
}

function History({ versions }: { versions: readonly VersionInfo[] }) {
  const t = useTranslate()
  const { version: running } = useSite()
  const written = new Intl.DateTimeFormat(useContext(LanguageContext), { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <ol className="versions">
      {versions.map(({ version, date, versionHistory, updates }) => (
        <li key={version} aria-current={version === running || undefined}>
          <h3>
            {t('releases.version', { version })}
            {version === running && <span className="badge">{t('releases.running')}</span>}
          </h3>
          {/* A calendar date, the same in every time zone. */}
          <time dateTime={date}>{formatDate(written, new Date(date))}</time>
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
