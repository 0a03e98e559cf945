import { useInboxCount } from '../../features/push/use-inbox-count.ts'
import { shortCount } from '../../features/cards/viewer-chip.tsx'
import { useLaterSay } from '../../i18n/use-later-say.ts'
import type { Owner } from './open-owner.ts'

/** On the menu button of the owner's app: notices that nobody has read. */
export function MenuCount({ owner: { alias, experiments } }: { owner: Owner }) {
  const say = useLaterSay()
  const count = useInboxCount(alias)
  if (!count || !experiments.includes('NotificationsSubscribe')) return null
  return (
    <span className="app-count">
      <span aria-hidden="true">{shortCount(count)}</span>
      <span className="sr-only">{say('inbox.newCount', { count })}</span>
    </span>
  )
}
