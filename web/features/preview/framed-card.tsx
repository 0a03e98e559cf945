import { useEffect, useRef, useState } from 'react'
import { cardHref, type CardPage } from '#contract/pages.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button/button.tsx'
import type { PublicView } from './public-view.ts'
import { useFrameLink } from './use-frame-link.ts'

/** The sizes of the screen, and how thick the device's frame is around it: a desktop has only a bar on top. */
const screens = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const
const frames = { phone: { top: 10, sides: 20, ends: 20 }, desktop: { top: 44, sides: 0, ends: 44 } } as const

export type Device = keyof typeof screens

type Props = { alias: string; view: PublicView; page: CardPage | undefined; device: Device; isHydrated: boolean }

/** A real page of the card in an iframe, scaled to the available space. */
export function FramedCard({ alias, view, page, device, isHydrated }: Props) {
  const t = useTranslate()
  const frame = useRef<HTMLIFrameElement>(null)
  const { state, restart } = useFrameLink(frame, view, page)
  const [attempt, setAttempt] = useState(0)
  const place = useScale(device)

  function retry() {
    restart()
    setAttempt(attempt + 1)
  }

  return (
    <div className="preview-place" ref={place}>
      <div className={`preview-body ${device}`} aria-busy={state === 'loading'}>
        {isHydrated && (
          <iframe
            key={attempt}
            ref={frame}
            title={t('preview.frame')}
            src={`${cardHref({ alias }, 'home')}?preview=on`}
            {...screens[device]}
          />
        )}
        <FramePlaceholder isOver={state === 'drawn'} />
      </div>
      <p className="sr-only" role="status">
        {state === 'loading' && t('preview.drawing')}
      </p>
      {state === 'silent' && (
        <div className="preview-silent" role="alert">
          <p>{t('preview.silent')}</p>
          <Button onClick={retry}>{t('preview.again')}</Button>
        </div>
      )}
    </div>
  )
}

/** A placeholder over the frame. The frame stays visible, because a hidden page does not hydrate. */
function FramePlaceholder({ isOver }: { isOver: boolean }) {
  return (
    <div className={isOver ? 'preview-waiting over' : 'preview-waiting'} aria-hidden="true">
      {['scene', 'face', 'name', 'title', 'phones', 'action'].map((part) => (
        <i key={part} className={part} />
      ))}
    </div>
  )
}

/** Space between the device and the pane's edge. */
const marginPx = 4

/** The next smaller scale at which a centered screen begins and ends on a whole pixel. */
export function scaleOf(width: number, scale: number, placeWidth: number): number {
  const whole = Math.floor(width * scale)
  return (whole - ((placeWidth - whole) % 2)) / width
}

/** Scales the device to the available space, at most to its real size. */
function useScale(device: Device) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const fit = () => {
      const { clientWidth = 0, clientHeight = 0 } = place.current ?? {}
      const [{ width, height }, { top, sides, ends }] = [screens[device], frames[device]]
      const fitting = Math.min((clientWidth - 2 * marginPx) / (width + sides), clientHeight / (height + ends), 1)
      const scale = Math.max(scaleOf(width, fitting, clientWidth), 0.1)
      place.current?.style.setProperty('--preview-scale', String(scale))
      // The frame is whole pixels thick, so that the edge of the screen is sharp.
      place.current?.style.setProperty('--preview-frame', `${Math.round(top * scale) / scale}px`)
    }
    const watch = new ResizeObserver(fit)
    if (place.current) watch.observe(place.current)
    fit()
    return () => watch.disconnect()
  }, [device])
  return place
}
