import { useLocation } from 'react-router'
import { useMedia } from '../../ui/use-media.ts'

/** Whether the card runs as an app of its own, or pretends to. */
export function useInstalled(): boolean {
  const isApp = useMedia('(display-mode: standalone)')
  const { search } = useLocation()
  return isApp || new URLSearchParams(search).get('simulateStandalone') === 'on'
}
