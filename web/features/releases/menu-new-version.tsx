import { useTranslate } from '../../i18n/use-translate.ts'
import { useSite } from '../../platform/use-site.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import css from './new-version.css?inline'
import href from './new-version.css?url'
import { useNews } from './news-store.ts'
import { UpdateButton } from './update-button.tsx'
import { useUpdate } from './use-update.ts'
import { whereToSay } from './where-to-say.ts'

/** A line of the menu as long as there is a newer version. */
export function MenuNewVersion() {
  const t = useTranslate()
  const { version } = useSite()
  const { news } = useNews()
  const info = news.kind === 'found' && whereToSay({ running: version, found: news.info, now: news.now }) ? news.info : null
  const work = useUpdate(info?.version ?? '')
  return (
    <>
      <PageStyle name="new-version" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      {info && (
        <div className="menu-new-version">
          <Icon name="sparkles" />
          <p role="status">
            <b>{t('settings.newer', { version: info.version })}</b>
            <span dir="auto">{work.said || info.updates.join(' ')}</span>
          </p>
          <UpdateButton work={work} />
        </div>
      )}
    </>
  )
}
