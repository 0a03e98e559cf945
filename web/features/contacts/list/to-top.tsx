import { useSyncExternalStore } from 'react'
import { scrollThresholdsPx } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'

const [, showAfterPx] = scrollThresholdsPx

/** Back to the top, once scrolled down. */
export function ToTop() {
  const t = useTranslate()
  const isFar = useSyncExternalStore(
    watchScrolling,
    () => scrollY > showAfterPx,
    () => false,
  )
  if (!isFar) return null
  return (
    <button
      className="to-top across"
      type="button"
      aria-label={t('inbox.toTop')}
      onClick={() => {
        scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth' })
        document.getElementById('content')?.focus({ preventScroll: true })
      }}
    >
      <Icon name="arrow-up" />
      {t('contacts.top')}
    </button>
  )
}

function watchScrolling(changed: () => void) {
  addEventListener('scroll', changed, { passive: true })
  return () => removeEventListener('scroll', changed)
}
