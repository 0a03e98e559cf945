import type { WayName } from '#contract/install-browser.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LaterIcon } from '../../ui/icons/later-icon.tsx'
import { InstallSteps } from './install-steps.tsx'

/** The operator's film, and in words what it shows. Nothing of it is fetched before somebody plays it, and it stops with its sheet. */
export function FilmSheet({ id, title, src, way }: { id: string; title: string; src: string; way: WayName }) {
  const t = useTranslate()
  return (
    <div
      className="panel sheet install-sheet"
      id={id}
      popover="auto"
      role="dialog"
      aria-labelledby={`${id}-title`}
      onToggle={({ newState, currentTarget }) => {
        if (newState === 'closed') currentTarget.querySelector('video')?.pause()
      }}
    >
      <div className="panel-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <button className="panel-close" type="button" popoverTarget={id} popoverTargetAction="hide" aria-label={t('close')}>
          <LaterIcon name="x" />
        </button>
      </div>
      <video controls muted playsInline preload="none" src={src} aria-labelledby={`${id}-title`} />
      <InstallSteps way={way} />
    </div>
  )
}
