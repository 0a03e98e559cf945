import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { AccountIcon as Icon } from '../../ui/icons/account-icon.tsx'
import { SavedLine } from './saved-line.tsx'
import type { SectionName } from './sections.ts'
import { useCanStep, useUndo } from './draft/use-undo.ts'

/** What is edited, whether it is kept, and a step back. */
export function EditorHead({ section, children }: { section: SectionName; children: ReactNode }) {
  const t = useTranslate()
  const step = useUndo(section)
  const [canUndo, canRedo] = [useCanStep('past'), useCanStep('future')]
  return (
    <header className="editor-head">
      <h1>{t('editor.title')}</h1>
      <SavedLine />
      <div className="editor-tools">
        <button className="tool" type="button" disabled={!canUndo} onClick={() => step('undo')} aria-label={t('editor.undo')}>
          <Icon name="undo-2" />
        </button>
        <button className="tool" type="button" disabled={!canRedo} onClick={() => step('redo')} aria-label={t('editor.redo')}>
          <Icon name="redo-2" />
        </button>
        {children}
      </div>
    </header>
  )
}
