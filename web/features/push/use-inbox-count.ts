import { countNew } from '../../platform/notifications.ts'
import { useInbox } from './use-inbox.ts'

/** How many notices of a card nobody has read yet; null until a script has looked. */
export function useInboxCount(alias: string): number | null {
  const inbox = useInbox(alias)
  return inbox && countNew(inbox.notices)
}
