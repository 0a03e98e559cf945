import { type ReactNode, useContext, useEffect, useState } from 'react'
import { cardHref } from '#contract/pages.ts'
import { LanguageContext, useTranslate } from '../../i18n/use-translate.ts'
import { askForStories } from '../../platform/app/stories-asked.ts'
import { useCardState } from '../../platform/device/use-card-state.ts'
import { useInstalled } from '../../platform/app/use-installed.ts'
import { useSite } from '../../platform/use-site.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import css from './settings.css?inline'
import href from './settings.css?url'

type Props = {
  alias: string
  isOwner: boolean
  /** Rows of what else there is. */
  whatsNew: ReactNode
  updates: ReactNode
}

/** What this device remembers of the card, and which version of the product it runs. */
export function SettingsList({ alias, isOwner, whatsNew, updates }: Props) {
  const t = useTranslate()
  const { version } = useSite()
  const isInstalled = useInstalled()
  const [state, change] = useCardState(alias)
  return (
    <ul className="plate-list settings">
      <PageStyle name="settings" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <SettingsRow name={t('settings.version')}>
        <span className="quiet-value">{version}</span>
      </SettingsRow>
      {isInstalled && whatsNew}
      {updates}
      <SettingsRow name={t('settings.shortLink')} more={t('share.shortLead')}>
        <label className="toggle">
          <input
            type="checkbox"
            checked={state?.shareShortLink ?? false}
            disabled={!state}
            aria-label={t('settings.shortLink')}
            onChange={({ target }) => change({ shareShortLink: target.checked })}
          />
          <i aria-hidden="true" />
        </label>
      </SettingsRow>
      {isInstalled && (
        <>
          {isOwner && <TourRow alias={alias} />}
          <SettingsRow name={t('stories.title')} more={t('settings.storiesMore')}>
            <button className="btn quiet" type="button" onClick={askForStories}>
              {t('releases.open')}
            </button>
          </SettingsRow>
          <KeptRow alias={alias} />
        </>
      )}
    </ul>
  )
}

/** Whether the card opens here without a connection, and as it was when. */
function KeptRow({ alias }: { alias: string }) {
  const t = useTranslate()
  const language = useContext(LanguageContext)
  const [kept, setKept] = useState<number | null | undefined>(undefined)
  useEffect(() => {
    let isWanted = true
    void keptOn(alias).then((at) => isWanted && setKept(at))
    return () => {
      isWanted = false
    }
  }, [alias])
  const when = kept ? new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(kept) : ''
  return (
    <SettingsRow name={t('settings.kept')} more={t('settings.keptMore')}>
      <span className="quiet-value">{kept === undefined ? '' : when || t('settings.notKept')}</span>
    </SettingsRow>
  )
}

/** When the card was last kept on this device for reading without a connection; null where it is not. */
async function keptOn(alias: string): Promise<number | null> {
  try {
    const name = `card-${alias.toLowerCase()}`
    if (!(await caches.has(name))) return null
    const note: unknown = await (await (await caches.open(name)).match('/kept'))?.json()
    const at: unknown = typeof note === 'object' && note !== null ? Reflect.get(note, 'at') : null
    return typeof at === 'number' ? at : null
  } catch {
    return null
  }
}

function SettingsRow({ name, more = '', children }: { name: string; more?: ReactNode; children: ReactNode }) {
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

/** The guided tour once more: it begins on the card's home. */
function TourRow({ alias }: { alias: string }) {
  const t = useTranslate()
  const [state, change] = useCardState(alias)
  const [isPressed, setPressed] = useState(false)
  const isDue = isPressed && state?.tourDone === false
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
            setPressed(true)
          }}
        >
          {t('settings.tourAgain')}
        </button>
      )}
    </li>
  )
}
