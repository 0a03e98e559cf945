import { useTranslate } from '../../i18n/use-translate.ts'
import { useSite } from '../../platform/use-site.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import styles from './new-version.css?page-style'
import { useVersionCheck } from './version-check-store.ts'
import { UpdateButton } from './update-button.tsx'
import { useUpdate } from './use-update.ts'
import { noticePlace } from './notice-place.ts'

/** A line in the menu while a newer version is available. */
export function MenuNewVersion() {
  const t = useTranslate()
  const { version } = useSite()
  const { result } = useVersionCheck()
  const info = result.kind === 'found' && noticePlace({ running: version, found: result.info, now: result.now }) ? result.info : null
  const work = useUpdate(info?.version ?? '')
  return (
    <>
      <PageStyle name="new-version" styles={styles} />
      {info && (
        <div className="menu-new-version">
          <Icon name="sparkles" />
          <p role="status">
            <b>{t('settings.newer', { version: info.version })}</b>
            <span dir="auto">{work.message || info.updates.join(' ')}</span>
          </p>
          <UpdateButton work={work} />
        </div>
      )}
    </>
  )
}
