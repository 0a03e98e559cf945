import { useEffect, useRef, useState } from 'react'
import { cardHref, type CardPage } from '#contract/pages.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Shown } from './as-shown.ts'
import type { Device } from './preview-pane.tsx'
import { useFrameLink } from './use-frame-link.ts'

/** The screens, and with the body around them. */
const screens = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const
const bodies = { phone: { width: 410, height: 864 }, desktop: { width: 1440, height: 944 } } as const

type Props = { alias: string; shown: Shown; page: CardPage | undefined; device: Device; isAwake: boolean }

/** A real page of the card, at the size of a device and drawn as large as there is room for. */
export function FramedCard({ alias, shown, page, device, isAwake }: Props) {
  const t = useTranslate()
  const frame = useRef<HTMLIFrameElement>(null)
  const { state, begin } = useFrameLink(frame, shown, page)
  const [attempt, setAttempt] = useState(0)
  const place = useScale(bodies[device])

  function again() {
    begin()
    setAttempt(attempt + 1)
  }

  return (
    <div className="preview-place" ref={place}>
      <div className={`preview-body ${device}`} aria-busy={state === 'loading'}>
        {isAwake && (
          <iframe
            key={attempt}
            ref={frame}
            title={t('preview.frame')}
            src={`${cardHref({ alias }, 'home')}?preview=on`}
            {...screens[device]}
          />
        )}
        <Waiting isOver={state === 'drawn'} />
      </div>
      <p className="sr-only" role="status">
        {state === 'loading' && t('preview.drawing')}
      </p>
      {state === 'silent' && (
        <div className="preview-silent" role="alert">
          <p>{t('preview.silent')}</p>
          <Button onClick={again}>{t('preview.again')}</Button>
        </div>
      )}
    </div>
  )
}

/** Where things will stand. It lies over the frame: a page that cannot be seen does not wake. */
function Waiting({ isOver }: { isOver: boolean }) {
  return (
    <div className={isOver ? 'preview-waiting over' : 'preview-waiting'} aria-hidden="true">
      {['scene', 'face', 'name', 'title', 'rows', 'action'].map((part) => (
        <i key={part} className={part} />
      ))}
    </div>
  )
}

/** The body's own edge does not touch the pane's. */
const marginPx = 4

/** Keeps a drawing of this size as large as its place allows, and never larger than it is. */
function useScale({ width, height }: { width: number; height: number }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const fit = () => {
      const { clientWidth = 0, clientHeight = 0 } = place.current ?? {}
      const scale = Math.min((clientWidth - 2 * marginPx) / width, clientHeight / height, 1)
      place.current?.style.setProperty('--preview-scale', String(Math.max(scale, 0.1)))
    }
    const watch = new ResizeObserver(fit)
    if (place.current) watch.observe(place.current)
    fit()
    return () => watch.disconnect()
  }, [width, height])
  return place
}
