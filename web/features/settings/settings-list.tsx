import { formatDate } from '#common/format-date.ts'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import { languages, languageTable } from '#contract/languages.ts'
import { cardHref } from '#contract/pages.ts'
import { propertyOf } from '#common/property-of.ts'
import { LanguageContext, useTranslate } from '../../i18n/use-translate.ts'
import { requestStories } from '../../platform/app/stories-request.ts'
import { useCardState } from '../../platform/device/use-card-state.ts'
import { useInstalled } from '../../platform/app/use-installed.ts'
import { useSite } from '../../platform/use-site.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import styles from './settings.css?page-style'

type Props = {
  alias: string
  isOwner: boolean
  /** The card always uses short links: nothing to set, and its owner reads so. */
  alwaysShort: boolean
  /** The card has the experiment EnableTranslations. */
  hasLanguages: boolean
  /** Links to further pages. */
  whatsNew: ReactNode
  updates: ReactNode
}

/** The settings of a card on this device, and the version of the product. */
export function SettingsList({ alias, isOwner, alwaysShort, hasLanguages, whatsNew, updates }: Props) {
  const t = useTranslate()
  const { version } = useSite()
  const isInstalled = useInstalled()
  const [state, change] = useCardState(alias)
  return (
    <ul className="plate-list settings">
      <PageStyle name="settings" styles={styles} />
      <SettingsRow name={t('settings.version')}>
        <span className="quiet-value">{version}</span>
      </SettingsRow>
      {isInstalled && whatsNew}
      {updates}
      {alwaysShort ? (
        isOwner && <SettingsRow name={t('share.shortAlways')} />
      ) : (
        <SettingsRow name={t('settings.shortLink')} more={t('share.shortLead')}>
          <input
            className="card-switch"
            type="checkbox"
            checked={state?.shareShortLink ?? false}
            disabled={!state}
            aria-label={t('settings.shortLink')}
            onChange={({ target }) => change({ shareShortLink: target.checked })}
          />
        </SettingsRow>
      )}
      {hasLanguages && <LanguageRow />}
      {isInstalled && (
        <>
          {isOwner && <TourRow alias={alias} />}
          <SettingsRow name={t('stories.title')} more={t('settings.storiesMore')}>
            <button className="btn quiet" type="button" onClick={requestStories}>
              {t('releases.open')}
            </button>
          </SettingsRow>
          <OfflineCopyRow alias={alias} />
        </>
      )}
    </ul>
  )
}

/** The language of cards on this device. A form, which works without scripts and loads the page in that language. */
function LanguageRow() {
  const t = useTranslate()
  const language = useContext(LanguageContext)
  return (
    <SettingsRow name={t('account.language')} more={t('account.languageMore')}>
      <form method="post">
        <select className="btn quiet" name="language" defaultValue={language} aria-label={t('account.language')}>
          {languages.map((known) => (
            <option key={known} value={known} lang={known}>
              {languageTable[known].name}
            </option>
          ))}
        </select>
        <button className="btn quiet" type="submit">
          {t('account.languageUse')}
        </button>
      </form>
    </SettingsRow>
  )
}

/** Whether the card opens offline, and the date of its cached copy. */
function OfflineCopyRow({ alias }: { alias: string }) {
  const t = useTranslate()
  const language = useContext(LanguageContext)
  const [savedAt, setSavedAt] = useState<number | null | undefined>(undefined)
  useEffect(() => {
    let isWanted = true
    void offlineCopyDate(alias).then((at) => isWanted && setSavedAt(at))
    return () => {
      isWanted = false
    }
  }, [alias])
  const when = savedAt ? formatDate(new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }), savedAt) : ''
  return (
    <SettingsRow name={t('settings.savedOffline')} more={t('settings.savedOfflineMore')}>
      <span className="quiet-value">{savedAt === undefined ? '' : when || t('settings.notSaved')}</span>
    </SettingsRow>
  )
}

/** When the card was last cached on this device for offline reading; null without a copy. */
async function offlineCopyDate(alias: string): Promise<number | null> {
  try {
    const name = `card-${alias.toLowerCase()}`
    if (!(await caches.has(name))) return null
    const note: unknown = await (await (await caches.open(name)).match('/kept'))?.json()
    const at = propertyOf(note, 'at')
    return typeof at === 'number' ? at : null
  } catch {
    return null
  }
}

function SettingsRow({ name, more = '', children }: { name: string; more?: ReactNode; children?: ReactNode }) {
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

/** Restarts the guided tour, which begins on the card's home page. */
function TourRow({ alias }: { alias: string }) {
  const t = useTranslate()
  const [state, change] = useCardState(alias)
  const [isRequested, setRequested] = useState(false)
  const isDue = isRequested && state?.tourDone === false
  return (
    <li>
      <span className="main">
        {t('settings.tour')}
        <small role="status">{t(isDue ? 'settings.tourDue' : 'settings.tourMore')}</small>
      </span>
      {isDue ? (
        <PageLink className="btn quiet" href={cardHref({ alias }, 'home')}>
          {t('settings.toHome')}
        </PageLink>
      ) : (
        <button
          className="btn quiet"
          type="button"
          onClick={() => {
            change({ tourDone: false })
            setRequested(true)
          }}
        >
          {t('settings.tourAgain')}
        </button>
      )}
    </li>
  )
}
