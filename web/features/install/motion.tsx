import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { useMedia } from '../../ui/use-media.ts'
import android1 from './scenes/android-1.svg?url'
import android2 from './scenes/android-2.svg?url'
import android3 from './scenes/android-3.svg?url'
import iphone1 from './scenes/iphone-1.svg?url'
import iphone2 from './scenes/iphone-2.svg?url'
import iphone3 from './scenes/iphone-3.svg?url'
import { ways } from './ways.ts'

const scenes = { iphone: [iphone1, iphone2, iphone3], android: [android1, android2, android3] }
const steps = { iphone: ways.safariIphone.steps, android: ways.chromeAndroid.steps }
const eachMs = 4000

export const motionSeconds = (eachMs * 3) / 1000

/** Three drawings with a finger on each, one after the other. */
export function Motion({ id, title, phone }: { id: string; title: string; phone: 'iphone' | 'android' }) {
  const t = useTranslate()
  const { at, isStill, isPlaying, turn, press, begin } = useMotion({ count: 3, eachMs, isOpen: useIsOpen(id) })
  const step = steps[phone][at]
  if (!step) return null
  return (
    <div
      className="panel sheet install-sheet"
      id={id}
      popover="auto"
      role="dialog"
      aria-labelledby={`${id}-title`}
      onToggle={({ newState }) => newState === 'closed' && begin()}
    >
      <div className="panel-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <button className="panel-close" type="button" popoverTarget={id} popoverTargetAction="hide" aria-label={t('close')}>
          <Icon name="x" />
        </button>
      </div>
      <div className={isPlaying ? 'install-scene playing' : 'install-scene'} data-scene={`${phone}-${at + 1}`}>
        <img src={scenes[phone][at]} width="240" height="320" alt="" loading="lazy" />
        <span className="install-tap" key={at} />
      </div>
      <div className="install-caption" aria-live={isPlaying ? 'off' : 'polite'}>
        <small>{t('install.stepOf', { at: at + 1, of: 3 })}</small>
        <b>{t(step.press)}</b>
        <p>{t(step.where)}</p>
      </div>
      <div className="install-turns needs-script">
        <button className="chip" type="button" aria-disabled={at === 0} onClick={() => turn(-1)} aria-label={t('install.previous')}>
          <Icon name="chevron-left" />
        </button>
        {!isStill && (
          <button className="chip" type="button" onClick={press} aria-label={t(isPlaying ? 'install.pause' : 'install.play')}>
            <Icon name={isPlaying ? 'pause' : 'play'} />
          </button>
        )}
        <button className="chip" type="button" aria-disabled={at === 2} onClick={() => turn(1)} aria-label={t('install.next')}>
          <Icon name="chevron-right" />
        </button>
      </div>
    </div>
  )
}

/** Whether a sheet is open, also one that was opened before any script came. */
const useIsOpen = (id: string) =>
  useSyncExternalStore(
    watch,
    () => document.getElementById(id)?.matches(':popover-open') ?? false,
    () => false,
  )

function watch(heard: () => void) {
  document.addEventListener('toggle', heard, { capture: true })
  return () => document.removeEventListener('toggle', heard, { capture: true })
}

/** Steps that follow one another by themselves while somebody looks. Who wants no motion turns them over by hand. */
function useMotion({ count, eachMs, isOpen }: { count: number; eachMs: number; isOpen: boolean }) {
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const [at, setAt] = useState(0)
  const [isHeld, setHeld] = useState(false)
  const isLast = at === count - 1
  const isPlaying = isOpen && !isStill && !isHeld && !isLast

  useEffect(() => {
    if (!isPlaying) return
    const timer = setTimeout(() => setAt(at + 1), eachMs)
    return () => clearTimeout(timer)
  }, [isPlaying, at, eachMs])

  return {
    at,
    isStill,
    isPlaying,
    turn(by: 1 | -1) {
      setHeld(true)
      setAt((now) => Math.min(count - 1, Math.max(0, now + by)))
    },
    /** Holds, goes on, or begins again at the end. */
    press() {
      setHeld(isPlaying)
      if (isLast) setAt(0)
    },
    begin() {
      setHeld(false)
      setAt(0)
    },
  }
}
