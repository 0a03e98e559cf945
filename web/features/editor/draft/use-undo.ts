import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { editHref, sectionOf, type SectionName } from '../sections.ts'
import { useEditor, useEditorState } from '../use-editor.ts'

/** One step back or forth; what it changed comes into sight. */
export function useUndo(section: SectionName) {
  const { store, facts } = useEditor()
  const navigate = useNavigate()
  return (which: 'undo' | 'redo') => {
    const key = store[which]()
    if (key && sectionOf(key) !== section) void navigate(editHref(facts.alias, sectionOf(key)))
  }
}

export const useCanStep = (which: 'past' | 'future') => useEditorState(({ history }) => history[which].length > 0)

/** The keys everybody knows, for the whole card and not for one field. */
export function useUndoKeys(section: SectionName) {
  const step = useEffectEvent(useUndo(section))
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // What is typed into a form is no part of the card yet, and is undone by the browser.
      const isElsewhere = event.target instanceof Element && event.target.closest('dialog, form') !== null
      const key = event.key.toLowerCase()
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isElsewhere || (key !== 'z' && key !== 'y')) return
      event.preventDefault()
      step(key === 'y' || event.shiftKey ? 'redo' : 'undo')
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
