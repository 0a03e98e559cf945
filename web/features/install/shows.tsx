import type { WayName } from '#contract/install-browser.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { outward } from '../../ui/safe-link.ts'
import type { Film, Films } from './films.ts'
import { InstallSteps } from './install-steps.tsx'
import { Motion, motionSeconds } from './motion.tsx'

/** The two ways to see it done: the operator's films, or our own drawings where there are none. */
export function Shows({ films }: { films: Films }) {
  return (
    <div className="install-shows">
      <Show phone="iphone" film={films.iphone} />
      <Show phone="android" film={films.android} />
    </div>
  )
}

function Show({ phone, film }: { phone: 'iphone' | 'android'; film: Film | null }) {
  const t = useTranslate()
  const sheet = `install-show-${phone}`
  const title = t(phone === 'iphone' ? 'install.showsIphone' : 'install.showsAndroid')
  const inside = (
    <>
      <span className="install-play">
        <Icon name="play" />
      </span>
      <span>
        {t(`install.${phone}`)}
        <small>{film ? t('install.film') : t('install.drawn', { count: motionSeconds })}</small>
      </span>
    </>
  )
  if (film && !film.isFile) {
    return (
      <a href={film.src} {...outward}>
        {inside}
      </a>
    )
  }
  return (
    <>
      <button type="button" popoverTarget={sheet}>
        {inside}
      </button>
      {film ? (
        <FilmSheet id={sheet} title={title} src={film.src} way={phone === 'iphone' ? 'safariIphone' : 'chromeAndroid'} />
      ) : (
        <Motion id={sheet} title={title} phone={phone} />
      )}
    </>
  )
}

/** The operator's film, and in words what it shows. Nothing of it is fetched before somebody plays it, and it stops with its sheet. */
function FilmSheet({ id, title, src, way }: { id: string; title: string; src: string; way: WayName }) {
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
          <Icon name="x" />
        </button>
      </div>
      <video controls muted playsInline preload="none" src={src} aria-labelledby={`${id}-title`} />
      <InstallSteps way={way} />
    </div>
  )
}
