import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { desktopFromPx } from '#contract/constants.ts'
import { useSay } from '../../i18n/use-say.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import css from './background-video.css?inline'
import href from './background-video.css?url'
import { vimeo, type Videos, type VideoView } from './video-view.ts'

/**
 * The owner's video over the still scene: silent, and only where it is wanted. Who prefers less motion or saves data keeps
 * the scene; everybody else can stop it. Before a script runs there is only the scene.
 */
export default function BackgroundVideo({ videos }: { videos: Videos }) {
  const isWide = useMedia(`(min-width: ${desktopFromPx}px)`)
  const isWanted = useIsWanted()
  const video = isWide === null ? null : isWide ? videos.desktop : videos.mobile
  const [failed, setFailed] = useState('')
  // What does not load leaves the scene as it is without a film: its picture, or no band at all.
  if (video?.kind === 'file' && failed === video.src) return null
  return (
    <div className="video">
      <PageStyle name="background-video" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      {video &&
        isWanted &&
        (video.kind === 'file' ? <File video={video} onFailed={() => setFailed(video.src)} /> : <Vimeo id={video.id} />)}
    </div>
  )
}

function File({ video, onFailed }: { video: VideoView & { kind: 'file' }; onFailed: () => void }) {
  const say = useSay()
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
        {say('video.unsupported')}
      </video>
      <button
        className="chip video-pause"
        type="button"
        aria-label={say(isPaused ? 'video.play' : 'video.pause')}
        onClick={() => setPaused(!isPaused)}
      >
        <Icon name={isPaused ? 'play' : 'pause'} />
      </button>
    </>
  )
}

function Vimeo({ id }: { id: string }) {
  const say = useSay()
  const [isPaused, setPaused] = useState(false)
  return (
    <>
      {!isPaused && (
        <iframe
          src={`${vimeo}/video/${id}?background=1&muted=1&loop=1&autoplay=1&dnt=1`}
          title={say('video.title')}
          allow="autoplay"
          sandbox="allow-scripts allow-same-origin"
          tabIndex={-1}
        />
      )}
      <button
        className="chip video-pause"
        type="button"
        aria-label={say(isPaused ? 'video.play' : 'video.pause')}
        onClick={() => setPaused(!isPaused)}
      >
        <Icon name={isPaused ? 'play' : 'pause'} />
      </button>
    </>
  )
}

function useMedia(query: string): boolean | null {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    () => null,
  )
}

/** What browsers that know it say of a person who pays for every byte. */
type SavingNavigator = Navigator & { connection?: { saveData?: boolean } }

/** Not where motion is unwanted or data is saved; and not before a script can know. */
function useIsWanted(): boolean {
  const isCalm = useMedia('(prefers-reduced-motion: reduce)')
  return isCalm === false && !(navigator as SavingNavigator).connection?.saveData
}
