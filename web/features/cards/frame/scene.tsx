import { lazy, Suspense } from 'react'
import type { PictureView } from '../pictures.ts'
import type { Videos } from '../home/video-view.ts'

/** Few cards have one. */
const BackgroundVideo = lazy(() => import('../home/background-video.tsx'))

/** The background picture or a plain band, with the video over it, if any. */
export function Scene({ picture, videos, sizes }: { picture: PictureView | null; videos: Videos | null; sizes: string }) {
  return (
    <div className="scene">
      {picture && <img src={picture.src} srcSet={picture.srcSet} sizes={sizes} width={picture.width} height={picture.height} alt="" />}
      {videos && (
        <Suspense>
          <BackgroundVideo videos={videos} />
        </Suspense>
      )}
    </div>
  )
}
