import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { TourStep } from '#contract/cards/releases.ts'
import { ownOf } from '#contract/own-of.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { PageStyle } from '../../ui/page-style.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { type Box, placeBubble } from './place-bubble.ts'
import css from './tour.css?inline'
import href from './tour.css?url'

const ringPx = 6

/** Leads through a page: a ring around what a step speaks of, and a bubble beside it. */
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
  const seen = useTargetBox(step?.target ?? '', isCalm)

  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal()
  }, [])
  useEffect(() => heading.current?.focus({ preventScroll: true }), [at])

  useLayoutEffect(() => {
    if (!seen || !bubble.current || !ring.current) return
    const { offsetWidth: width, offsetHeight: height } = bubble.current
    const { clientWidth, clientHeight } = document.documentElement
    const placed = placeBubble(seen.box, { width, height }, { width: clientWidth, height: clientHeight })
    bubble.current.dataset['side'] = placed.side
    put(bubble.current, { left: placed.x, top: placed.y })
    bubble.current.style.setProperty('--pointer', `${placed.pointerX}px`)
    const { x, y, width: wide, height: high } = seen.box ?? { x: clientWidth / 2, y: clientHeight / 2, width: 0, height: 0 }
    ring.current.classList.toggle('none', !seen.box)
    put(ring.current, { left: x - ringPx, top: y - ringPx, width: wide + 2 * ringPx, height: high + 2 * ringPx })
  }, [seen])

  const close = () => dialog.current?.close()

  return (
    <dialog ref={dialog} className="tour" aria-labelledby={`${id}title`} onClose={closed}>
      <PageStyle name="tour" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
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
          <div className="tour-foot">
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

function put(part: HTMLElement, places: Record<string, number>) {
  for (const [name, px] of Object.entries(places)) part.style.setProperty(name, `${px}px`)
}

type Seen = { name: string; box: Box | null }

/** Where a part of the page is on the screen now, brought into sight first; it is followed however the screen turns. */
function useTargetBox(name: string, isCalm: boolean): Seen | null {
  const [seen, setSeen] = useState<Seen | null>(null)

  useEffect(() => {
    const look = () => setSeen({ name, box: boxOf(findTarget(name)) })
    findTarget(name)?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'instant' : 'smooth' })
    const over = new AbortController()
    for (const kind of ['resize', 'scroll', 'orientationchange'])
      addEventListener(kind, look, { signal: over.signal, capture: true, passive: true })
    // It says so once at the start, too.
    const sizes = new ResizeObserver(look)
    sizes.observe(document.body)
    return () => {
      over.abort()
      sizes.disconnect()
    }
  }, [name, isCalm])

  return seen?.name === name ? seen : null
}

function boxOf(part: HTMLElement | null): Box | null {
  if (!part) return null
  const { x, y, width, height } = part.getBoundingClientRect()
  return { x, y, width, height }
}

/** Some parts of every card are known by what they open. */
const known: Readonly<Record<string, string>> = {
  'dock-share': '.dock [popovertarget="share"], .head [popovertarget="share"]',
  menu: '[popovertarget="menu"]',
  'dock-contacts': '.dock [href$="/my-contacts"]',
}

/** The part of the page a step speaks of: of several the first to be seen. */
function findTarget(name: string): HTMLElement | null {
  const marked = [...document.querySelectorAll<HTMLElement>('[data-tour]')].filter((part) => part.dataset['tour'] === name)
  const selector = ownOf(known, name)
  const usual = selector ? document.querySelectorAll<HTMLElement>(selector) : []
  return [...marked, ...usual].find((part) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true })) ?? null
}
