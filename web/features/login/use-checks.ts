import { useLocation } from 'react-router'
import { useInstalled } from '../../platform/use-installed.ts'

/** Whether the card looks by itself who is signed in: as an app it does, in a browser's tab and in a preview it does not. */
export function useChecks(): boolean {
  const isPreview = new URLSearchParams(useLocation().search).get('preview') === 'on'
  return useInstalled() && !isPreview
}
