import { type ReactNode, useSyncExternalStore } from 'react'
import { PageStyle } from '../../ui/page-style.tsx'
import styles from './map.css?page-style'
import { TileMap } from './tile-map.tsx'
import type { Spot } from './world.ts'

export type MapSource = { tiles: string; attribution: string }

/**
 * A map, if the administrator configured one; while the device is offline, its place with a pin. No other provider is contacted, and
 * without one there is nothing to see: the address has the place.
 */
export function PlaceMap({ spot, label, source, pin }: { spot: Spot; label: string; source: MapSource | null; pin: ReactNode }) {
  const isOnline = useOnline()
  if (!source) return null
  return (
    <>
      <PageStyle name="map" styles={styles} />
      {isOnline ? (
        <TileMap spot={spot} label={label} tiles={source.tiles} attribution={source.attribution} pin={pin} />
      ) : (
        <div className="map still" aria-hidden="true">
          <span className="map-pin">{pin}</span>
        </div>
      )}
    </>
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
