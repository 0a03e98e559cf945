import type { VersionInfo } from '#contract/cards/releases.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import css from './new-version.css?inline'
import href from './new-version.css?url'
import { UpdateButton } from './update-button.tsx'
import { useUpdate } from './use-update.ts'

/** Above the page: which version there is, what it brings, and the way to it. Drawn empty before, so that readers hear of it. */
export function NewVersionPanel({ info, close }: { info: VersionInfo | null; close: () => void }) {
  const t = useTranslate()
  const work = useUpdate(info?.version ?? '')
  return (
    <>
      <PageStyle name="new-version" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <div className={info ? 'new-version shown' : 'new-version'}>
        {info && <Icon name="sparkles" />}
        <div role="status">
          {info && (
            <>
              <b>{t('settings.newer', { version: info.version })}</b>
              <p dir="auto">{work.said || info.updates.join(' ')}</p>
            </>
          )}
        </div>
        {info && (
          <>
            <UpdateButton work={work} />
            <button className="new-version-close" type="button" aria-label={t('close')} onClick={close}>
              <Icon name="x" />
            </button>
          </>
        )}
      </div>
    </>
  )
}
