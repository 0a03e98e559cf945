import { storyView } from '#contract/cards/release-view.ts'

/** Where a slide stands: how much of it was shown, and how long it has still to go. */
export type Standing = { percent: number; remainingMs: number }

/** Milliseconds are fractions here: what is a hundredth but for a hair is one. */
const hair = 1e-6

export type SlideClock = { run(): void; pause(): Standing; stop(): void }

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
