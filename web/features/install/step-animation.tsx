import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { Sheet } from '../../ui/overlay/sheet.tsx'
import { useMedia } from '../../ui/use-media.ts'
import android1 from './scenes/android-1.svg?url'
import android2 from './scenes/android-2.svg?url'
import android3 from './scenes/android-3.svg?url'
import iphone1 from './scenes/iphone-1.svg?url'
import iphone2 from './scenes/iphone-2.svg?url'
import iphone3 from './scenes/iphone-3.svg?url'
import { methods } from './methods.ts'

const scenes = { iphone: [iphone1, iphone2, iphone3], android: [android1, android2, android3] }
const steps = { iphone: methods.safariIphone.steps, android: methods.chromeAndroid.steps }
const stepMs = 4000

export const animationSeconds = (stepMs * 3) / 1000

/** Three drawings that show where to tap, one after the other. */
export function StepAnimation({ id, title, phone }: { id: string; title: string; phone: 'iphone' | 'android' }) {
  const t = useTranslate()
  const { at, isStill, isPlaying, turn, togglePlaying, restart } = useStepAnimation({ count: 3, stepMs, isOpen: useIsOpen(id) })
  const step = steps[phone][at]
  if (!step) return null
  return (
    <Sheet id={id} title={title} closeLabel={t('close')} onToggle={({ newState }) => newState === 'closed' && restart()}>
      <img className="install-scene" src={scenes[phone][at]} width="240" height="320" alt="" loading="lazy" />
      <div className="install-caption" aria-live={isPlaying ? 'off' : 'polite'}>
        <small>{t('install.stepOf', { at: at + 1, of: 3 })}</small>
        <b>{t(step.action)}</b>
        <small>{t(step.where)}</small>
      </div>
      <div className="install-controls">
        <IconButton icon="chevron-left" label={t('install.previous')} aria-disabled={at === 0} onClick={() => turn(-1)} />
        {!isStill && (
          <IconButton icon={isPlaying ? 'pause' : 'play'} label={t(isPlaying ? 'install.pause' : 'install.play')} onClick={togglePlaying} />
        )}
        <IconButton icon="chevron-right" label={t('install.next')} aria-disabled={at === 2} onClick={() => turn(1)} />
      </div>
    </Sheet>
  )
}

/** Whether a sheet is open; the reader may have opened it before the page's scripts ran. */
const useIsOpen = (id: string) =>
  useSyncExternalStore(
    subscribe,
    () => document.getElementById(id)?.matches(':popover-open') ?? false,
    () => false,
  )

function subscribe(onToggle: () => void) {
  document.addEventListener('toggle', onToggle, { capture: true })
  return () => document.removeEventListener('toggle', onToggle, { capture: true })
}

/** Plays the steps while the sheet is open. With reduced motion the reader pages through them. */
function useStepAnimation({ count, stepMs, isOpen }: { count: number; stepMs: number; isOpen: boolean }) {
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const [at, setAt] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const isLast = at === count - 1
  const isPlaying = isOpen && !isStill && !isPaused && !isLast

  useEffect(() => {
    if (!isPlaying) return
    const timer = setTimeout(() => setAt(at + 1), stepMs)
    return () => clearTimeout(timer)
  }, [isPlaying, at, stepMs])

  return {
    at,
    isStill,
    isPlaying,
    turn(by: 1 | -1) {
      setPaused(true)
      setAt((now) => Math.min(count - 1, Math.max(0, now + by)))
    },
    /** Pauses, resumes, or starts over after the last step. */
    togglePlaying() {
      setPaused(isPlaying)
      if (isLast) setAt(0)
    },
    restart() {
      setPaused(false)
      setAt(0)
    },
  }
}
