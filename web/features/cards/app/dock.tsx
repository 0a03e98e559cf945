import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import type { FrameView } from '../frame/frame-view.ts'

/** The visitor's four ways to reach a person, under the thumb. A way that is not there leaves its place to the others. */
export function Dock({ frame: { dock, isTeam } }: { frame: FrameView }) {
  const t = useTranslate()
  const team = { team: isTeam }
  const ways = [
    { href: dock.call, icon: 'phone', label: t('dock.call', team) },
    { href: dock.message, icon: 'message-circle', label: t('dock.message', team) },
    { href: dock.email, icon: 'mail', label: t('dock.email', team) },
  ] as const
  return (
    <nav className="dock" aria-label={t('nav.quick')}>
      {ways.map(
        ({ href, icon, label }) =>
          href && (
            <a key={icon} href={href}>
              <Icon name={icon} />
              {label}
            </a>
          ),
      )}
      <button type="button" popoverTarget="share">
        <Icon name="share-2" />
        {t('nav.share')}
      </button>
    </nav>
  )
}
