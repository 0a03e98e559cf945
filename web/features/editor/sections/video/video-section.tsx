import { useTranslate } from '../../../../i18n/use-translate.ts'
import { ProNote } from '../../fields/pro-note.tsx'
import { VideoOf } from './video-of.tsx'

/** A silent film over the scene, on a phone and on a desk. */
export function VideoSection() {
  const t = useTranslate()
  return (
    <>
      <ProNote right="VideoBackgrounds" />
      <VideoOf
        title={t('editor.video.phone')}
        lead={t('editor.video.lead')}
        keys={{
          showsFile: 'showVideoOnHomepage',
          url: 'videoUrl',
          poster: 'videoPosterUrl',
          showsVimeo: 'showVimeoVideoOnHomepage',
          vimeo: 'vimeoVideoId',
        }}
      />
      <VideoOf
        title={t('editor.video.desk')}
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
