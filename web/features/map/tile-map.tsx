import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, type RefObject } from 'react'
import { mapView } from '#contract/constants.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { pointOf, tilePx, tilesAround, tileSrc, type Point, type Spot } from './world.ts'

const zooms = { min: 3, max: 19 } as const
const stepPx = 80

type Props = { spot: Spot; label: string; tiles: string; attribution: string; pin: ReactNode }

/** A map of one place: drag it, or use the arrow keys, plus and minus. */
export function TileMap({ spot, label, tiles, attribution, pin }: Props) {
  const t = useTranslate()
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  const [zoom, setZoom] = useState<number>(mapView.zoom)
  /** The window's offset from the place, in pixels at this zoom. */
  const [moved, setMoved] = useState<Point>({ x: 0, y: 0 })
  const drag = useRef<Point | null>(null)

  const home = pointOf(spot, zoom)
  const center = { x: home.x + moved.x, y: home.y + moved.y }

  const move = (x: number, y: number) => setMoved((before) => ({ x: before.x + x, y: before.y + y }))
  function zoomBy(step: number) {
    const next = Math.max(zooms.min, Math.min(zooms.max, zoom + step))
    const scale = 2 ** (next - zoom)
    setMoved(({ x, y }) => ({ x: x * scale, y: y * scale }))
    setZoom(next)
  }

  function onKeyDown(event: KeyboardEvent) {
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    if ('zoom' in act) zoomBy(act.zoom)
    else move(act.x * stepPx, act.y * stepPx)
  }
  function onPointerMove({ clientX, clientY }: PointerEvent) {
    if (!drag.current) return
    move(drag.current.x - clientX, drag.current.y - clientY)
    drag.current = { x: clientX, y: clientY }
  }
  function onPointerDown({ clientX, clientY, currentTarget, pointerId }: PointerEvent) {
    drag.current = { x: clientX, y: clientY }
    currentTarget.setPointerCapture(pointerId)
  }
  const letGo = () => {
    drag.current = null
  }

  return (
    <div className="map">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the pointer drags it; without one, keys and buttons do */}
      <div
        ref={frame}
        className="map-window"
        role="application"
        aria-roledescription={t('map.kind')}
        aria-label={t('map.of', { place: label })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move the map
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={letGo}
        onPointerCancel={letGo}
      >
        {size &&
          tilesAround(center, size, zoom).map((tile) => (
            <img
              key={tile.key}
              src={tileSrc(tiles, tile, zoom)}
              width={tilePx}
              height={tilePx}
              alt=""
              draggable={false}
              style={{ transform: `translate(${tile.left}px, ${tile.top}px)` }}
            />
          ))}
        <span className="map-pin" style={{ transform: `translate(${-moved.x}px, ${-moved.y}px)` }}>
          {pin}
        </span>
      </div>
      <div className="map-zoom">
        <button className="center" type="button" aria-label={t('map.nearer')} disabled={zoom >= zooms.max} onClick={() => zoomBy(1)}>
          <Icon name="plus" />
        </button>
        <button className="center" type="button" aria-label={t('map.farther')} disabled={zoom <= zooms.min} onClick={() => zoomBy(-1)}>
          <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M5 12h14" />
          </svg>
        </button>
      </div>
      <small className="map-thanks">{attribution}</small>
    </div>
  )
}

const keys: Readonly<Record<string, Point | { zoom: number } | undefined>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  '+': { zoom: 1 },
  '=': { zoom: 1 },
  '-': { zoom: -1 },
}

type Size = { width: number; height: number }

/** An element's size; null until measured. */
function useSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    if (!element.current) return
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [element])
  return size
}
