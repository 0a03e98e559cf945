import { useAccountSay } from '../../../../i18n/use-account-say.ts'
import { ProNote } from '../../fields/pro-note.tsx'
import { VideoOf } from './video-of.tsx'

/** A silent film over the scene, on a phone and on a desk. */
export function VideoSection() {
  const say = useAccountSay()
  return (
    <>
      <ProNote right="VideoBackgrounds" />
      <VideoOf
        title={say('editor.video.phone')}
        lead={say('editor.video.lead')}
        keys={{
          showsFile: 'showVideoOnHomepage',
          url: 'videoUrl',
          poster: 'videoPosterUrl',
          showsVimeo: 'showVimeoVideoOnHomepage',
          vimeo: 'vimeoVideoId',
        }}
      />
      <VideoOf
        title={say('editor.video.desk')}
        keys={{
          showsFile: 'showVideoOnDesktopHomepage',
          url: 'desktopVideoUrl',
          poster: 'desktopVideoPosterUrl',
          showsVimeo: 'showVimeoVideoOnDesktopHomepage',
          vimeo: 'desktopVimeoVideoId',
        }}
      />
    </>
  )
}
