import { Suspense } from 'react'
import { useLoaderData } from 'react-router'
import type { FrameView } from '../../../features/cards/frame/frame-view.ts'
import { RefreshCardCache } from '../../../features/offline/refresh-card-cache.tsx'
import { LoginPrompt } from '../../../features/prompts/login-prompt.tsx'
import type { Viewer } from '../../../features/cards/frame/viewer-chip.tsx'
import { StoriesStart } from '../../../features/stories/stories-start.tsx'
import { TourStart } from '../../../features/tour/tour-start.tsx'
import { useErrorLogging } from '../../../platform/device/error-log.ts'
import type { loader } from '../card.tsx'

export type CardAppProps = { frame: FrameView; cardKey: string; viewer: Viewer | null }

/** What only an installed card does, loaded after the first paint. */
export default function CardApp({ frame, cardKey, viewer }: CardAppProps) {
  const { skipsLogin } = useLoaderData<typeof loader>()
  useErrorLogging()
  return (
    <>
      {!frame.address.version && <RefreshCardCache alias={frame.address.alias} />}
      <div hidden data-app={frame.address.alias} />
      <LoginPrompt alias={frame.address.alias} cardKey={cardKey} isSkipped={skipsLogin === true} />
      <Suspense>
        <TourStart alias={frame.address.alias} isOwner={viewer !== null} />
        <StoriesStart alias={frame.address.alias} />
      </Suspense>
    </>
  )
}
