import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isShareAddress } from '../../platform/share-address.ts'
import type { ShareOverPageProps } from './share-over-page.tsx'

let fetched: Promise<typeof import('./share-over-page.tsx')> | undefined
// Once: without a connection, a second import waits for one.
const fetchShare = () => (fetched ??= import('./share-over-page.tsx'))
const ShareOverPage = lazy(fetchShare)

/** The share dialog, rendered once the address requests it. A chunk of its own, which no card loads. */
export function ShareHere(props: ShareOverPageProps) {
  const isRequested = isShareAddress(useLocation().search)
  const [isRendered, setRendered] = useState(isRequested)
  if (isRequested && !isRendered) setRendered(true)
  // Fetched before it is needed: offline, it opens and says so.
  useEffect(() => void fetchShare(), [])
  if (!isRendered) return null
  return (
    <Suspense>
      <ShareOverPage {...props} />
    </Suspense>
  )
}
