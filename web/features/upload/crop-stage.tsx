import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { panView, zoomView, type Size, type View } from './crop-math.ts'
import { drawCrop, frameOn } from './draw-crop.ts'
import { usePanAndZoom } from './use-pan-and-zoom.ts'

type Props = { bitmap: ImageBitmap; size: Size; view: View; aspect: number; hint: string; onChange(change: (view: View) => View): void }

/** The picture under a fixed frame: gestures move the picture. */
export function CropStage({ bitmap, size, view, aspect, hint, onChange }: Props) {
  const t = useTranslate()
  const place = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [stage, setStage] = useState<Size>({ width: 0, height: 0 })
  const frameWidth = frameOn(stage, aspect).width

  const gestures = usePanAndZoom(place, {
    pan: (by) => onChange((before) => panView(before, by, frameWidth, size, aspect)),
    zoom: (factor, at) => onChange((before) => zoomView(before, factor, { x: at.x / frameWidth, y: at.y / frameWidth }, size, aspect)),
  })

  useLayoutEffect(() => {
    const measure = new ResizeObserver(([entry]) => entry && setStage({ width: entry.contentRect.width, height: entry.contentRect.height }))
    if (place.current) measure.observe(place.current)
    return () => measure.disconnect()
  }, [])

  useLayoutEffect(() => {
    if (canvas.current && stage.width > 0)
      drawCrop(canvas.current, { bitmap, size, view, aspect, stage, sharpness: Math.min(3, globalThis.devicePixelRatio || 1) })
  }, [bitmap, size, view, aspect, stage])

  return (
    <div
      ref={place}
      className="crop-stage"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move the picture
      tabIndex={0}
      role="application"
      aria-label={t('upload.stage')}
      aria-describedby={hint}
      {...gestures}
    >
      <canvas ref={canvas} aria-hidden="true" />
    </div>
  )
}
