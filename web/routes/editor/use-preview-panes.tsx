import { useMemo, useState, type ReactNode } from 'react'
import type { EditorAnswer } from '#contract/cards/drafts.ts'
import type { DraftStore } from '../../features/editor/draft/draft-store.ts'
import { sections, type SectionName } from '../../features/editor/sections.ts'
import { useStoreState } from '../../features/editor/use-editor.ts'
import { PreviewPane } from '../../features/preview/preview-pane.tsx'
import { PreviewSheet } from '../../features/preview/preview-sheet.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button/button.tsx'
import { useMedia } from '../../ui/use-media.ts'

type PanesInput = { store: DraftStore; editor: EditorAnswer; section: SectionName }

/** The preview: beside the form on wide screens, otherwise in a sheet behind a button. */
export function usePreviewPanes({ store, editor, section }: PanesInput): { preview: ReactNode; openPreview: ReactNode } {
  const t = useTranslate()
  const isWide = useMedia('(min-width: 1240px)')
  const [isOpen, setOpen] = useState(false)
  const edited = useStoreState(store, (state) => state.edited)
  const published = useStoreState(store, (state) => state.published)
  const { id, key, alias, revision, permissions, serviceKinds } = editor
  const about = useMemo(
    () => ({ id, key, alias, revision, permissions, serviceKinds, published }),
    [id, key, alias, revision, permissions, serviceKinds, published],
  )
  const pane = <PreviewPane alias={alias} edited={edited} about={about} page={sections[section].page} />
  return {
    // Reserves the space before the screen's width is known.
    preview: (
      <>
        <aside className="editor-preview">{isWide && pane}</aside>
        <PreviewSheet isOpen={isOpen && !isWide} onClose={() => setOpen(false)}>
          {pane}
        </PreviewSheet>
      </>
    ),
    openPreview: (
      <div className="preview-open">
        <Button icon="eye" onClick={() => setOpen(true)}>
          {t('editor.preview')}
        </Button>
      </div>
    ),
  }
}
