import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import { faultMessage } from '../../i18n/fault-message.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { DraftStore } from './draft/draft-store.ts'
import type { EditorState } from './draft/editor-state.ts'
import type { DraftKey, EditedCard } from './draft/edited.ts'
import type { UnaddedPath } from './draft/unadded.ts'

/** What is true of the card while it is edited, and no part of the draft. */
export type EditorFacts = {
  id: string
  alias: string
  cardKey: string
  permissions: number
  isDisabled: boolean
  isActive: boolean
  serviceKinds: readonly { gradeServiceId: number; serviceName: string; capabilities: number }[]
  upgradeHref: string
}

export type EditorBench = { store: DraftStore; facts: EditorFacts }

export const EditorContext = createContext<EditorBench | null>(null)

export function useEditor(): EditorBench {
  const bench = useContext(EditorContext)
  if (!bench) throw new Error('There is no editor around this part.')
  return bench
}

/** A part of the editor's state; drawn anew when that part changes, and not for every letter typed elsewhere. */
export function useEditorState<T>(pick: (state: EditorState) => T): T {
  const { store } = useEditor()
  const read = () => pick(store.read())
  return useSyncExternalStore(store.watch, read, read)
}

/** One thing of the card, and how it is decided otherwise. */
export function useDraft<K extends DraftKey>(key: K): [EditedCard[K], (value: EditedCard[K]) => void] {
  const { store } = useEditor()
  const value = useEditorState(({ edited }) => edited[key])
  const set = useCallback((next: EditedCard[K]) => store.set(key, next), [store, key])
  return [value, set]
}

/** Something typed that is no part of the draft until it is added. It stays when another section is opened. */
export function useUnadded(path: UnaddedPath): [string, (text: string) => void] {
  const { store } = useEditor()
  const text = useEditorState(({ unadded }) => unadded[path] ?? '')
  const note = useCallback((next: string) => store.note(path, next), [store, path])
  return [text, note]
}

/** What is wrong at a place of the draft: `emailAddress`, `services.2.directLink`. */
export function useFault(path: string): string | undefined {
  const t = useTranslate()
  const message = useEditorState(({ faults }) => faults.find((fault) => fault.path === path)?.message)
  return message === undefined ? undefined : faultMessage(t, message)
}
