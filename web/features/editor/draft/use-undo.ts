import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { editHref, groupOf, sectionAnchorOf, sectionOf, type SectionName } from '../sections.ts'
import { useEditor, useEditorState } from '../use-editor.ts'

/** Undo or redo, opening the section that changed. */
export function useUndo(section: SectionName) {
  const { store, facts } = useEditor()
  const navigate = useNavigate()
  return (which: 'undo' | 'redo') => {
    const key = store[which]()
    const changed = key ? sectionOf(key) : section
    const isHere = groupOf(changed) === groupOf(section)
    if (changed !== section) void navigate(isHere ? `#${sectionAnchorOf(changed)}` : editHref(facts.alias, changed))
  }
}

export const useCanStep = (which: 'past' | 'future') => useEditorState(({ history }) => history[which].length > 0)

/** Undo and redo shortcuts for the whole card. */
export function useUndoKeys(section: SectionName) {
  const step = useEffectEvent(useUndo(section))
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Input in a form is not part of the card yet: the browser's own undo applies.
      const isElsewhere = event.target instanceof Element && event.target.closest('dialog, form') !== null
      const key = event.key.toLowerCase()
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isElsewhere || (key !== 'z' && key !== 'y')) return
      event.preventDefault()
      step(key === 'y' || event.shiftKey ? 'redo' : 'undo')
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
