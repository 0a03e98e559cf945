import { type ReactNode, useEffect, useState } from 'react'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import type { Saving } from './draft/editor-state.ts'
import type { SectionName } from './sections.ts'
import { useCanStep, useUndo } from './draft/use-undo.ts'
import { useEditorState } from './use-editor.ts'

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

const words: Record<Saving, MessageKey> = {
  saved: 'editor.saved',
  waiting: 'editor.saving',
  saving: 'editor.saving',
  away: 'editor.away',
  refused: 'editor.refused',
  disputed: 'editor.disputed',
}

/** Whether what was typed is kept. Told to readers when it changes for good, not for every letter. */
function SavedLine() {
  const t = useTranslate()
  const saving = useEditorState((state) => state.saving)
  const refusal = useEditorState((state) => state.refusal)
  const savedAt = useEditorState((state) => state.savedAt)
  const minutes = useMinutesSince(savedAt)
  const isBad = saving === 'away' || saving === 'refused' || saving === 'disputed'
  const text = saving === 'saved' ? (savedAt === null ? t('editor.asPublished') : sayAge(t, minutes)) : t(words[saving], { why: refusal })
  return (
    <p className={isBad ? 'saved-line bad' : 'saved-line'} role={isBad ? 'alert' : undefined}>
      <Icon name={isBad ? 'circle-alert' : 'check'} />
      <span>{text}</span>
    </p>
  )
}

function sayAge(t: Translate, minutes: number): string {
  if (minutes < 1) return t('editor.saved')
  const hours = Math.floor(minutes / 60)
  if (hours < 1) return t('editor.savedAgo', { count: minutes })
  return hours < 24 ? t('editor.savedHours', { count: hours }) : t('editor.savedDays', { count: Math.floor(hours / 24) })
}

function useMinutesSince(at: string | null): number {
  const [now, setNow] = useState(() => (at ? Date.parse(at) : 0))
  useEffect(() => {
    const look = () => setNow(Date.now())
    const first = setTimeout(look)
    const timer = setInterval(look, 30_000)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [at])
  return at ? Math.max(0, Math.floor((now - Date.parse(at)) / 60_000)) : 0
}
