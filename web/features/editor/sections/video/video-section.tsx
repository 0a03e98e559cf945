import { layoutFor } from '#common/layouts.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Segments } from '../../../../ui/field/segments.tsx'
import { Group } from '../../fields/group.tsx'
import { ProNote } from '../../fields/pro-note.tsx'
import { TextField, TextInput, type TextKey } from '../../fields/text-field.tsx'
import type { FlagKey } from '../../fields/toggle.tsx'
import { useDraft, useEditor, useIssue } from '../../use-editor.ts'

/** The background video, for phone and desktop. */
export function VideoSection() {
  const t = useTranslate()
  const [theme] = useDraft('eCardTheme')
  const { name: layout, hidesScene } = layoutFor(theme)
  return (
    <>
      <ProNote permission="VideoBackgrounds" />
      <VideoOf
        title={t('editor.video.phone')}
        lead={hidesScene ? t('editor.sceneHidden', { layout }) : t('editor.video.lead')}
        keys={{
          showsFile: 'showVideoOnHomepage',
          url: 'videoUrl',
          poster: 'videoPosterUrl',
          showsVimeo: 'showVimeoVideoOnHomepage',
          vimeo: 'vimeoVideoId',
        }}
      />
      <VideoOf
        title={t('editor.video.desktop')}
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

type Keys = { showsFile: FlagKey; url: TextKey; poster: TextKey; showsVimeo: FlagKey; vimeo: TextKey }

/** No video, a file URL or a Vimeo video. Values of the other kinds stay filled in. */
function VideoOf({ title, lead, keys }: { title: string; lead?: string; keys: Keys }) {
  const t = useTranslate()
  const { store } = useEditor()
  const [showsFile] = useDraft(keys.showsFile)
  const [showsVimeo] = useDraft(keys.showsVimeo)
  const [id, setId] = useDraft(keys.vimeo)
  const issue = useIssue(keys.vimeo)
  const kind = showsVimeo ? 'vimeo' : showsFile ? 'file' : 'none'
  return (
    <Group title={title} lead={lead}>
      <Segments
        isWide
        label={t('editor.video.kind')}
        value={kind}
        onChange={(next) => store.setAll({ [keys.showsFile]: next === 'file', [keys.showsVimeo]: next === 'vimeo' })}
        choices={(['none', 'file', 'vimeo'] as const).map((value) => ({ value, label: t(`editor.video.${value}`) }))}
      />
      {kind === 'file' && (
        <>
          <TextField of={keys.url} label={t('editor.video.url')} hint={t('editor.video.urlHint')} type="url" max={2000} isWide />
          <TextField of={keys.poster} label={t('editor.video.poster')} hint={t('editor.video.posterHint')} type="url" max={2000} isWide />
        </>
      )}
      {kind === 'vimeo' && (
        <TextInput
          label={t('editor.video.id')}
          hint={t('editor.video.idHint')}
          value={id}
          change={(typed) => setId(vimeoId(typed))}
          issue={issue}
          max={400}
          isWide
        />
      )}
    </Group>
  )
}

/** The ID of a Vimeo video from its URL; other text stays as typed. */
export function vimeoId(typed: string): string {
  const text = typed.trim()
  if (/^\d+$/.test(text)) return text
  const [, id] = /^(?:https?:\/\/)?(?:www\.|player\.)?vimeo\.com\/(?:[\w-]+\/)*?(\d{4,14})(?:[/?#].*)?$/i.exec(text) ?? []
  return id ?? text
}
