import { useTranslate } from '../../i18n/use-translate.ts'
import type { useUpdate } from './use-update.ts'

/** While there is no connection it can be found and read, and why it rests is said beside it. */
export function UpdateButton({ work: { update, isReached, isUpdating } }: { work: ReturnType<typeof useUpdate> }) {
  const t = useTranslate()
  const rests = !isReached || isUpdating
  return (
    <button className="btn update" type="button" aria-disabled={rests || undefined} aria-busy={isUpdating || undefined} onClick={update}>
      {t(isUpdating ? 'releases.updating' : 'releases.update')}
    </button>
  )
}
