import { useSay } from '../../i18n/use-say.ts'
import type { HomeView } from './home-view.ts'

/** The face of the card: the largest thing on a phone, so it is asked for first. Without a picture: initials in the same frame. */
export function Portrait({ view, initials, sizes }: { view: HomeView; initials: string; sizes: string }) {
  const say = useSay()
  if (!view.showsPortrait) return null
  const picture = view.cutout ?? view.portrait
  return (
    <div className={view.cutout ? 'portrait cutout' : 'portrait'}>
      {picture ? (
        <img
          src={picture.src}
          srcSet={picture.srcSet}
          sizes={sizes}
          width={picture.width}
          height={picture.height}
          alt={say('home.portrait', { name: view.name })}
          fetchPriority="high"
        />
      ) : (
        <span className="initials" aria-hidden="true">
          {initials}
        </span>
      )}
      {/* Shown by the visitor's own device once it knows that the two are connected. */}
      <span className="connected" hidden>
        {say('home.connected')}
      </span>
    </div>
  )
}
