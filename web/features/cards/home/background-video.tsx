import { useEffect, useRef, useState } from 'react'
import { desktopFromPx } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import css from './background-video.css?inline'
import href from './background-video.css?url'
import type { Videos, VideoView } from './video-view.ts'

/**
 * The owner's video over the still scene: silent, and only where it is wanted. Who prefers less motion or saves data keeps
 * the scene; everybody else can stop it. Before a script runs there is only the scene.
 */
export default function BackgroundVideo({ videos }: { videos: Videos }) {
  const isWide = useMedia(`(min-width: ${desktopFromPx}px)`)
  const isWanted = useIsWanted()
  const video = isWide ? videos.desktop : videos.mobile
  const [failed, setFailed] = useState('')
  // What does not load leaves the scene as it is without a film: its picture, or no band at all.
  if (video?.kind === 'file' && failed === video.src) return null
  return (
    <div className="video">
      <PageStyle name="background-video" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
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
    // React sets it too late for browsers that refuse to begin with sound.
    if (element.current) element.current.muted = true
    const playing = isPaused ? element.current?.pause() : element.current?.play()
    // A phone that saves its battery refuses: the poster stays.
    playing?.catch(() => setPaused(true))
  }, [isPaused])
  return (
    <>
      <video ref={element} src={video.src} poster={video.poster || undefined} loop muted playsInline preload="auto" onError={onFailed}>
        {t('video.unsupported')}
      </video>
      <Pause isPaused={isPaused} onPress={() => setPaused(!isPaused)} />
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
      <Pause isPaused={isPaused} onPress={() => setPaused(!isPaused)} />
    </>
  )
}

function Pause({ isPaused, onPress }: { isPaused: boolean; onPress: () => void }) {
  const t = useTranslate()
  return (
    <button className="chip video-pause" type="button" aria-label={t(isPaused ? 'video.play' : 'video.pause')} onClick={onPress}>
      <Icon name={isPaused ? 'play' : 'pause'} />
    </button>
  )
}

/** What browsers that know it say of a person who pays for every byte. */
type SavingNavigator = Navigator & { connection?: { saveData?: boolean } }

/** Not where motion is unwanted or data is saved; and not before a script can know. */
function useIsWanted(): boolean {
  const allowsMotion = useMedia('(prefers-reduced-motion: no-preference)')
  return allowsMotion && !(navigator as SavingNavigator).connection?.saveData
}
