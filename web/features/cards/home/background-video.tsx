import { useEffect, useRef, useState } from 'react'
import { desktopFromPx } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import styles from './background-video.css?page-style'
import type { Videos, VideoView } from './video-view.ts'

/**
 * The background video, muted. Not shown with reduced motion or reduced data; everyone else can pause it. Without a script only the
 * still picture shows.
 */
export default function BackgroundVideo({ videos }: { videos: Videos }) {
  const isWide = useMedia(`(min-width: ${desktopFromPx}px)`)
  const isWanted = useIsWanted()
  const video = isWide ? videos.desktop : videos.mobile
  const [failed, setFailed] = useState('')
  // If the video fails to load, the still picture stays.
  if (video?.kind === 'file' && failed === video.src) return null
  return (
    <div className="video">
      <PageStyle name="background-video" styles={styles} />
      {video &&
        isWanted &&
        (video.kind === 'file' ? <File video={video} onFailed={() => setFailed(video.src)} /> : <Vimeo src={video.src} />)}
    </div>
  )
}

function File({ video, onFailed }: { video: VideoView & { kind: 'file' }; onFailed: () => void }) {
  const t = useTranslate()
  const element = useRef<HTMLVideoElement>(null)
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    // Set by hand: React sets `muted` too late for browsers that block autoplay with sound.
    if (element.current) element.current.muted = true
    const playing = isPaused ? element.current?.pause() : element.current?.play()
    // Phones in battery saver block autoplay; the poster stays.
    playing?.catch(() => setPaused(true))
  }, [isPaused])
  return (
    <>
      <video ref={element} src={video.src} poster={video.poster || undefined} loop muted playsInline preload="auto" onError={onFailed}>
        {t('video.unsupported')}
      </video>
      <Pause isPaused={isPaused} toggle={() => setPaused(!isPaused)} />
    </>
  )
}

function Vimeo({ src }: { src: string }) {
  const t = useTranslate()
  const [isPaused, setPaused] = useState(false)
  return (
    <>
      {!isPaused && (
        <iframe
          src={`${src}?background=1&muted=1&loop=1&autoplay=1&dnt=1`}
          title={t('video.title')}
          allow="autoplay"
          sandbox="allow-scripts allow-same-origin"
          tabIndex={-1}
        />
      )}
      <Pause isPaused={isPaused} toggle={() => setPaused(!isPaused)} />
    </>
  )
}

function Pause({ isPaused, toggle }: { isPaused: boolean; toggle: () => void }) {
  const t = useTranslate()
  return (
    <button className="chip video-pause center" type="button" aria-label={t(isPaused ? 'video.play' : 'video.pause')} onClick={toggle}>
      <Icon name={isPaused ? 'play' : 'pause'} />
    </button>
  )
}

/** The Network Information API's `saveData`, where the browser has it. */
type SavingNavigator = Navigator & { connection?: { saveData?: boolean } }

/** False with reduced motion or reduced data, and before scripts run. */
function useIsWanted(): boolean {
  const allowsMotion = useMedia('(prefers-reduced-motion: no-preference)')
  return allowsMotion && !(navigator as SavingNavigator).connection?.saveData
}
