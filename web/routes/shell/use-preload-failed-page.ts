import { useEffect } from 'react'
import { failedPage } from '../../platform/connection/failed-page.ts'
import paperHref from '../../ui/styles/paper.css?url'

/** Preloads the error page while online: offline it could not load. */
export function usePreloadFailedPage() {
  useEffect(() => {
    Promise.all([import('../failed.tsx').then(({ default: page }) => void (failedPage.Page = page)), fetch(paperHref)]).catch(() => {})
  }, [])
}
