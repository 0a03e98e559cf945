import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { StoryGroup } from '#contract/cards/releases.ts'
import { storyView } from '#contract/cards/release-view.ts'
import { useMedia } from '../../ui/use-media.ts'
import { first, nextPlace, placeBefore, type Place } from './walk.ts'

/** Plays groups of stories. A press, a tab out of sight and a wish for little movement hold it; what is left of a slide is kept. */
export function usePlayer(groups: readonly StoryGroup[], seen: (storyId: string) => void) {
  const [place, setPlace] = useState<Place>(first)
  const [isPaused, setPaused] = useState(false)
  const [isHeld, hold] = useState(false)
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const isHidden = useSyncExternalStore(watchSight, () => document.hidden)
  const bar = useRef<HTMLElement>(null)
  const clock = useRef<SlideClock>(null)
  const counts = groups.map(({ stories }) => stories.length)
  const group = groups[place.group]
  const durationMs = group?.stories[place.slide]?.duration ?? storyView.durationMs
  const isRunning = !isPaused && !isHeld && !isStill && !isHidden

  const next = () => setPlace((now) => nextPlace(counts, now))
  const previous = () => setPlace((now) => placeBefore(counts, now))
  const select = (chosen: number) => setPlace({ group: chosen, slide: 0 })

  const ended = useEffectEvent(next)
  useEffect(() => {
    const progress = (percent: number) => bar.current?.style.setProperty('inline-size', `${percent}%`)
    const made = slideClock({ durationMs, progress, ended: () => ended() })
    clock.current = made
    return () => made.stop()
  }, [place, durationMs])

  useEffect(() => {
    if (isRunning) clock.current?.run()
    else clock.current?.pause()
  }, [place, durationMs, isRunning])

  const shown = useEffectEvent(() => group && seen(group.storyId))
  useEffect(() => void shown(), [place])

  return { place, isPaused, isStill, bar, next, previous, select, hold, toggle: () => setPaused((paused) => !paused) }
}

function watchSight(changed: () => void) {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** Where a slide stands: how much of it was shown, and how long it has still to go. */
type Standing = { percent: number; remainingMs: number }

/** Milliseconds are fractions here: what is a hundredth but for a hair is one. */
const hair = 1e-6

type SlideClock = { run(): void; pause(): Standing; stop(): void }

type Needs = {
  durationMs: number
  /** Hears every hundredth part. */
  progress(percent: number): void
  ended(): void
  now?: () => number
}

/** The time one slide has. What was shown before a pause is never shown again. */
export function slideClock({ durationMs, progress, ended, now = () => performance.now() }: Needs): SlideClock {
  let shownMs = 0
  let since: number | null = null
  let ticking: ReturnType<typeof setInterval> | undefined
  let ending: ReturnType<typeof setTimeout> | undefined

  const elapsedMs = () => Math.min(durationMs, shownMs + (since === null ? 0 : now() - since))
  const percent = () => Math.floor((elapsedMs() * storyView.stepsPerDuration) / durationMs + hair)

  function stop() {
    clearInterval(ticking)
    clearTimeout(ending)
    shownMs = elapsedMs()
    since = null
  }

  return {
    run() {
      if (since !== null) return
      since = now()
      ticking = setInterval(() => progress(percent()), durationMs / storyView.stepsPerDuration)
      ending = setTimeout(() => {
        stop()
        progress(storyView.stepsPerDuration)
        ended()
      }, durationMs - shownMs)
    },
    pause() {
      stop()
      progress(percent())
      return { percent: percent(), remainingMs: durationMs - shownMs }
    },
    stop,
  }
}
