import type { ReactNode } from 'react'
import { useAccountSay } from '../../i18n/use-account-say.ts'
import { AccountIcon as Icon } from '../../ui/icons/account-icon.tsx'
import { SavedLine } from './saved-line.tsx'
import type { SectionName } from './sections.ts'
import { useCanStep, useUndo } from './draft/use-undo.ts'

/** What is edited, whether it is kept, and a step back. */
export function EditorHead({ section, children }: { section: SectionName; children: ReactNode }) {
  const say = useAccountSay()
  const step = useUndo(section)
  const [canUndo, canRedo] = [useCanStep('past'), useCanStep('future')]
  return (
    <header className="editor-head">
      <h1>{say('editor.title')}</h1>
      <SavedLine />
      <div className="editor-tools">
        <button className="tool" type="button" disabled={!canUndo} onClick={() => step('undo')} aria-label={say('editor.undo')}>
          <Icon name="undo-2" />
        </button>
        <button className="tool" type="button" disabled={!canRedo} onClick={() => step('redo')} aria-label={say('editor.redo')}>
          <Icon name="redo-2" />
        </button>
        {children}
      </div>
    </header>
  )
}
