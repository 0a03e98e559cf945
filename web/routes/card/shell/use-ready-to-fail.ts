import { useEffect } from 'react'
import { failedPage } from '../../../platform/connection/failed-page.ts'
import paperHref from '../../../ui/styles/paper.css?url'

/** Fetches what a page that could not be loaded says while it can be fetched: without a connection it could not. */
export function useReadyToFail() {
  useEffect(() => {
    Promise.all([import('../../failed.tsx').then(({ default: page }) => void (failedPage.Page = page)), fetch(paperHref)]).catch(() => {})
  }, [])
}
