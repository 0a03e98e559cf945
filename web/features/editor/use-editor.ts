import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import { issueMessage } from '../../i18n/issue-message.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { DraftStore } from './draft/draft-store.ts'
import type { EditorState } from './draft/draft-state.ts'
import type { DraftKey, EditedCard } from './draft/edited.ts'
import type { PendingPath } from './draft/pending-input.ts'

/** Facts about the card that are not part of the draft. */
type EditorFacts = {
  id: string
  alias: string
  cardKey: string
  permissions: number
  isDisabled: boolean
  isActive: boolean
  serviceKinds: readonly { gradeServiceId: number; serviceName: string; capabilities: number }[]
  upgradeHref: string
}

type EditorContextValue = { store: DraftStore; facts: EditorFacts }

export const EditorContext = createContext<EditorContextValue | null>(null)

export function useEditor(): EditorContextValue {
  const bench = useContext(EditorContext)
  if (!bench) throw new Error('useEditor must be used inside an EditorContext.')
  return bench
}

/** A part of the editor's state; re-renders only when that part changes. */
export const useEditorState = <T>(pick: (state: EditorState) => T): T => useStoreState(useEditor().store, pick)

/** The same outside of the editor's context. */
export function useStoreState<T>(store: DraftStore, pick: (state: EditorState) => T): T {
  const read = () => pick(store.read())
  return useSyncExternalStore(store.watch, read, read)
}

/** A field of the card and its setter. */
export function useDraft<K extends DraftKey>(key: K): [EditedCard[K], (value: EditedCard[K]) => void] {
  const { store } = useEditor()
  const value = useEditorState(({ edited }) => edited[key])
  const set = useCallback((next: EditedCard[K]) => store.set(key, next), [store, key])
  return [value, set]
}

/** Input that is not part of the draft until it is added. It survives a change of section. */
export function usePendingInput(path: PendingPath): [string, (text: string) => void] {
  const { store } = useEditor()
  const text = useEditorState(({ pending }) => pending[path] ?? '')
  const setPending = useCallback((next: string) => store.setPending(path, next), [store, path])
  return [text, setPending]
}

/** The issue at a path of the draft, such as `services.2.directLink`. */
export function useIssue(path: string): string | undefined {
  const t = useTranslate()
  const found = useEditorState(({ issues }) => issues.find((issue) => issue.path === path))
  return found && issueMessage(t, found)
}

/** The issues of an entry such as `menus.2`, by field. */
export function useEntryIssues(entry: string): ReadonlyMap<string, string> {
  const t = useTranslate()
  const issues = useEditorState((state) => state.issues).filter(({ path }) => path.startsWith(`${entry}.`))
  // Of two at one path, the first shows.
  return new Map(issues.toReversed().map((issue) => [issue.path.slice(entry.length + 1), issueMessage(t, issue)]))
}
