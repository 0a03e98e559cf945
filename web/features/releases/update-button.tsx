import { useTranslate } from '../../i18n/use-translate.ts'
import type { useUpdate } from './use-update.ts'

/** Stays focusable while offline, with the reason beside it. */
export function UpdateButton({ work: { update, isReached, isUpdating } }: { work: ReturnType<typeof useUpdate> }) {
  const t = useTranslate()
  const rests = !isReached || isUpdating
  return (
    <button className="btn update" type="button" aria-disabled={rests || undefined} aria-busy={isUpdating || undefined} onClick={update}>
      {t(isUpdating ? 'releases.updating' : 'releases.update')}
    </button>
  )
}
