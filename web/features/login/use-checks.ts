import { useLocation } from 'react-router'
import { useMedia } from '../../ui/use-media.ts'

/** Whether the card looks by itself who is signed in: as an app it does, in a browser's tab and in a preview it does not. */
export function useChecks(): boolean {
  const isApp = useMedia('(display-mode: standalone)')
  const query = new URLSearchParams(useLocation().search)
  return (isApp || query.get('simulateStandalone') === 'on') && query.get('preview') !== 'on'
}
