import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { StoryGroup } from '#contract/cards/releases.ts'
import { storyView } from '#contract/cards/release-view.ts'
import { useMedia } from '../../ui/use-media.ts'
import { first, nextPosition, previousPosition, type Position } from './next-slide.ts'

/** Plays groups of stories. Pressing, a hidden tab and reduced motion pause it; the slide's remaining time stays. */
export function usePlayer(groups: readonly StoryGroup[], onViewed: (storyId: string) => void) {
  const [position, setPosition] = useState<Position>(first)
  const [isPaused, setPaused] = useState(false)
  const [isPointerDown, setIsPointerDown] = useState(false)
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const isHidden = useSyncExternalStore(watchVisibility, () => document.hidden)
  const bar = useRef<HTMLElement>(null)
  const clock = useRef<SlideClock>(null)
  const counts = groups.map(({ stories }) => stories.length)
  const group = groups[position.group]
  const durationMs = group?.stories[position.slide]?.duration ?? storyView.durationMs
  const isRunning = !isPaused && !isPointerDown && !isStill && !isHidden

  const next = () => setPosition((now) => nextPosition(counts, now))
  const previous = () => setPosition((now) => previousPosition(counts, now))
  const select = (chosen: number) => setPosition({ group: chosen, slide: 0 })

  const ended = useEffectEvent(next)
  useEffect(() => {
    const progress = (percent: number) => bar.current?.style.setProperty('inline-size', `${percent}%`)
    const made = slideClock({ durationMs, progress, ended: () => ended() })
    clock.current = made
    return () => made.stop()
  }, [position, durationMs])

  useEffect(() => {
    if (isRunning) clock.current?.run()
    else clock.current?.pause()
  }, [position, durationMs, isRunning])

  const reportViewed = useEffectEvent(() => group && onViewed(group.storyId))
  useEffect(() => void reportViewed(), [position])

  return { position, isPaused, isStill, bar, next, previous, select, setIsPointerDown, toggle: () => setPaused((paused) => !paused) }
}

function watchVisibility(changed: () => void) {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** The progress of a slide, and the time that remains. */
type Progress = { percent: number; remainingMs: number }

/** Tolerates rounding errors of fractional milliseconds. */
const epsilon = 1e-6

type SlideClock = { run(): void; pause(): Progress; stop(): void }

type Deps = {
  durationMs: number
  /** Called for every percent. */
  progress(percent: number): void
  ended(): void
  now?: () => number
}

/** The clock of one slide. It resumes where it was paused. */
export function slideClock({ durationMs, progress, ended, now = () => performance.now() }: Deps): SlideClock {
  let playedMs = 0
  let since: number | null = null
  let ticking: ReturnType<typeof setInterval> | undefined
  let ending: ReturnType<typeof setTimeout> | undefined

  const elapsedMs = () => Math.min(durationMs, playedMs + (since === null ? 0 : now() - since))
  const percent = () => Math.floor((elapsedMs() * storyView.stepsPerDuration) / durationMs + epsilon)

  function stop() {
    clearInterval(ticking)
    clearTimeout(ending)
    playedMs = elapsedMs()
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
      }, durationMs - playedMs)
    },
    pause() {
      stop()
      progress(percent())
      return { percent: percent(), remainingMs: durationMs - playedMs }
    },
    stop,
  }
}
