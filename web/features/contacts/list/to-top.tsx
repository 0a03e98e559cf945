import { useSyncExternalStore } from 'react'
import { scrollThresholdsPx } from '#contract/constants.ts'
import { useLaterSay } from '../../../i18n/use-later-say.ts'
import { OwnerIcon as Icon } from '../../../ui/icons/owner-icon.tsx'

const [, showAfterPx] = scrollThresholdsPx

/** Back up, once there is an up. */
export function ToTop() {
  const say = useLaterSay()
  const isFar = useSyncExternalStore(
    watchScrolling,
    () => scrollY > showAfterPx,
    () => false,
  )
  if (!isFar) return null
  return (
    <button
      className="to-top"
      type="button"
      aria-label={say('inbox.toTop')}
      onClick={() => {
        scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth' })
        document.getElementById('content')?.focus({ preventScroll: true })
      }}
    >
      <Icon name="arrow-up" />
      {say('contacts.top')}
    </button>
  )
}

function watchScrolling(changed: () => void) {
  addEventListener('scroll', changed, { passive: true })
  return () => removeEventListener('scroll', changed)
}
