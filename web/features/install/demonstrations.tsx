import type { InstallMethod } from '#common/browser/install-browser.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { Sheet } from '../../ui/overlay/sheet.tsx'
import { outward } from '../../ui/safe-link.ts'
import type { InstallVideo, InstallVideos } from './install-videos.ts'
import { InstallSteps } from './install-steps.tsx'
import { animationSeconds, StepAnimation } from './step-animation.tsx'

/** For each kind of phone the administrator's video, or the built-in animation. */
export function Demonstrations({ videos }: { videos: InstallVideos }) {
  return (
    <div className="install-demonstrations">
      <Demonstration phone="iphone" video={videos.iphone} />
      <Demonstration phone="android" video={videos.android} />
    </div>
  )
}

function Demonstration({ phone, video }: { phone: 'iphone' | 'android'; video: InstallVideo | null }) {
  const t = useTranslate()
  const sheet = `install-show-${phone}`
  const title = t(phone === 'iphone' ? 'install.showsIphone' : 'install.showsAndroid')
  const label = (
    <>
      <span className="tile center">
        <Icon name="play" />
      </span>
      <span>
        {t(`install.${phone}`)}
        <small>{video ? t('install.film') : t('install.videoLength', { count: animationSeconds })}</small>
      </span>
    </>
  )
  if (video && !video.isFile) {
    return (
      <a className="ui-panel" href={video.src} {...outward}>
        {label}
      </a>
    )
  }
  return (
    <>
      <button className="ui-panel" type="button" popoverTarget={sheet}>
        {label}
      </button>
      {video ? (
        <VideoSheet id={sheet} title={title} src={video.src} method={phone === 'iphone' ? 'safariIphone' : 'chromeAndroid'} />
      ) : (
        <StepAnimation id={sheet} title={title} phone={phone} />
      )}
    </>
  )
}

/** The administrator's video, and its steps as text. The video loads when it is played and pauses when the sheet closes. */
function VideoSheet({ id, title, src, method }: { id: string; title: string; src: string; method: InstallMethod }) {
  const t = useTranslate()
  return (
    <Sheet
      id={id}
      title={title}
      closeLabel={t('close')}
      onToggle={({ newState, currentTarget }) => {
        if (newState === 'closed') currentTarget.querySelector('video')?.pause()
      }}
    >
      <video className="install-video" controls muted playsInline preload="none" src={src} aria-labelledby={`${id}-title`} />
      <InstallSteps method={method} />
    </Sheet>
  )
}
