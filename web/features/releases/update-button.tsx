import { useLaterSay } from '../../i18n/use-later-say.ts'
import type { useUpdate } from './use-update.ts'

/** While there is no connection it can be found and read, and why it rests is said beside it. */
export function UpdateButton({ work: { update, isReached, isUpdating } }: { work: ReturnType<typeof useUpdate> }) {
  const say = useLaterSay()
  const rests = !isReached || isUpdating
  return (
    <button className="btn update" type="button" aria-disabled={rests || undefined} aria-busy={isUpdating || undefined} onClick={update}>
      {say(isUpdating ? 'releases.updating' : 'releases.update')}
    </button>
  )
}
