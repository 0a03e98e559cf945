import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { TourStep } from '#contract/cards/releases.ts'
import { ownProperty } from '#common/own-property.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { focusPageIfLost } from '../../ui/overlay/focus-page.ts'
import { PageStyle } from '../../ui/page-style.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { type Box, placeBubble } from './place-bubble.ts'
import styles from './tour.css?page-style'

const ringPx = 6

/** The guided tour: a ring around a step's target, and a bubble beside it. */
export default function Tour({ steps, closed }: { steps: TourStep[]; closed: () => void }) {
  const t = useTranslate()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const bubble = useRef<HTMLDivElement>(null)
  const ring = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [at, setAt] = useState(0)
  const step = steps[at]
  const isLast = at === steps.length - 1
  const isCalm = useMedia('(prefers-reduced-motion: reduce)')
  const targetBox = useTargetBox(step?.target ?? '', isCalm)

  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal()
  }, [])
  useEffect(() => heading.current?.focus({ preventScroll: true }), [at])

  useLayoutEffect(() => {
    if (!targetBox || !bubble.current || !ring.current) return
    const { offsetWidth: width, offsetHeight: height } = bubble.current
    const { clientWidth, clientHeight } = document.documentElement
    const placed = placeBubble(targetBox.box, { width, height }, { width: clientWidth, height: clientHeight })
    bubble.current.dataset['side'] = placed.side
    move(bubble.current, { left: placed.x, top: placed.y })
    bubble.current.style.setProperty('--pointer', `${placed.pointerX}px`)
    const { x, y, width: wide, height: high } = targetBox.box ?? { x: clientWidth / 2, y: clientHeight / 2, width: 0, height: 0 }
    ring.current.classList.toggle('none', !targetBox.box)
    move(ring.current, { left: x - ringPx, top: y - ringPx, width: wide + 2 * ringPx, height: high + 2 * ringPx })
  }, [targetBox])

  const close = () => dialog.current?.close()

  return (
    <dialog
      ref={dialog}
      className="tour"
      aria-labelledby={`${id}title`}
      onClose={() => {
        focusPageIfLost()
        closed()
      }}
    >
      <PageStyle name="tour" styles={styles} />
      <div className="tour-ring" ref={ring} />
      {step && (
        <div className="tour-bubble" ref={bubble} data-side="middle">
          <p className="tour-where" id={`${id}where`}>
            {t('tour.where', { at: at + 1, of: steps.length })}
          </p>
          <h2 id={`${id}title`} aria-describedby={`${id}where ${id}text`} ref={heading} tabIndex={-1} autoFocus dir="auto">
            {step.title}
          </h2>
          <p id={`${id}text`} className="tour-text" dir="auto">
            {step.content}
          </p>
          <div className="tour-foot across">
            {isLast ? (
              <span />
            ) : (
              <button className="btn" type="button" onClick={close}>
                {t('tour.skip')}
              </button>
            )}
            <span className="tour-dots" aria-hidden="true">
              {steps.map(({ title }, index) => (
                <i key={`${index}${title}`} className={index === at ? 'on' : undefined} />
              ))}
            </span>
            <button className="btn solid" type="button" onClick={() => (isLast ? close() : setAt(at + 1))}>
              {t(isLast ? 'tour.finish' : 'tour.next')}
            </button>
          </div>
        </div>
      )}
    </dialog>
  )
}

function move(part: HTMLElement, places: Record<string, number>) {
  for (const [name, px] of Object.entries(places)) part.style.setProperty(name, `${px}px`)
}

type Target = { name: string; box: Box | null }

/** The target's position, scrolled into view and tracked while the page moves. */
function useTargetBox(name: string, isCalm: boolean): Target | null {
  const [targetBox, setTarget] = useState<Target | null>(null)

  useEffect(() => {
    const look = () => setTarget({ name, box: boxOf(findTarget(name)) })
    findTarget(name)?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'instant' : 'smooth' })
    const over = new AbortController()
    for (const kind of ['resize', 'scroll', 'orientationchange'])
      addEventListener(kind, look, { signal: over.signal, capture: true, passive: true })
    // The observer also fires once at the start.
    const sizes = new ResizeObserver(look)
    sizes.observe(document.body)
    return () => {
      over.abort()
      sizes.disconnect()
    }
  }, [name, isCalm])

  return targetBox?.name === name ? targetBox : null
}

function boxOf(part: HTMLElement | null): Box | null {
  if (!part) return null
  const { x, y, width, height } = part.getBoundingClientRect()
  return { x, y, width, height }
}

/** Targets that are found by what they open. */
const known: Readonly<Record<string, string>> = {
  'dock-share': '.dock [popovertarget="share"], .head [popovertarget="share"]',
  menu: '[popovertarget="menu"]',
  'dock-contacts': '.dock [href$="/my-contacts"]',
}

/** The first visible element for a step's target. */
function findTarget(name: string): HTMLElement | null {
  const marked = [...document.querySelectorAll<HTMLElement>('[data-tour]')].filter((part) => part.dataset['tour'] === name)
  const selector = ownProperty(known, name)
  const matching = selector ? document.querySelectorAll<HTMLElement>(selector) : []
  return [...marked, ...matching].find((part) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true })) ?? null
}
