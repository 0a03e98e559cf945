import { type ReactNode, useSyncExternalStore } from 'react'
import { PageStyle } from '../../ui/page-style.tsx'
import css from './map.css?inline'
import href from './map.css?url'
import { TileMap } from './tile-map.tsx'
import type { Spot } from './world.ts'

export type MapSource = { tiles: string; attribution: string }

/**
 * A map, if the administrator configured one and the device is online; otherwise a pin on a plain background. No other provider is
 * contacted.
 */
export function PlaceMap({ spot, label, source, pin }: { spot: Spot; label: string; source: MapSource | null; pin: ReactNode }) {
  const isOnline = useOnline()
  return (
    <>
      <PageStyle name="map" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      {source && isOnline ? (
        <TileMap spot={spot} label={label} tiles={source.tiles} attribution={source.attribution} pin={pin} />
      ) : (
        <StillPlace spot={spot} pin={pin} />
      )}
    </>
  )
}

function StillPlace({ spot, pin }: { spot: Spot; pin: ReactNode }) {
  const side = (value: number, positive: string, negative: string) => `${Math.abs(value).toFixed(4)}° ${value < 0 ? negative : positive}`
  return (
    <div className="map still" aria-hidden="true">
      <svg viewBox="0 0 800 400" preserveAspectRatio="xMidYMid slice">
        {[50, 150, 250, 350].map((y) => (
          <path key={y} d={`M0 ${y}H800`} />
        ))}
        {[50, 150, 250, 350, 450, 550, 650, 750].map((x) => (
          <path key={x} d={`M${x} 0V400`} />
        ))}
        <circle cx="400" cy="200" r="64" />
        <circle cx="400" cy="200" r="128" />
      </svg>
      <span className="map-pin">{pin}</span>
      <small className="map-thanks">
        {side(spot.lat, 'N', 'S')} {side(spot.lng, 'E', 'W')}
      </small>
    </div>
  )
}

/** Whether the device is online. False on the server. */
const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => false,
  )

function subscribe(changed: () => void) {
  for (const kind of ['online', 'offline']) addEventListener(kind, changed)
  return () => {
    for (const kind of ['online', 'offline']) removeEventListener(kind, changed)
  }
}
