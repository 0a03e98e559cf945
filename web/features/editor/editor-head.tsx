import { type ReactNode, useEffect, useState } from 'react'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import { issueMessage } from '../../i18n/issue-message.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { Saving } from './draft/draft-state.ts'
import type { SectionName } from './sections.ts'
import { useCanStep, useUndo } from './draft/use-undo.ts'
import { useEditorState } from './use-editor.ts'

/** Title, save state, undo and redo. */
export function EditorHead({ section, children }: { section: SectionName; children: ReactNode }) {
  const t = useTranslate()
  const step = useUndo(section)
  const [canUndo, canRedo] = [useCanStep('past'), useCanStep('future')]
  return (
    <header className="editor-head">
      <h1>{t('editor.title')}</h1>
      <SavedLine />
      <div className="editor-tools across">
        <IconButton icon="undo-2" label={t('editor.undo')} disabled={!canUndo} onClick={() => step('undo')} />
        <IconButton icon="redo-2" label={t('editor.redo')} disabled={!canRedo} onClick={() => step('redo')} />
        {children}
      </div>
    </header>
  )
}

const words: Record<Saving, MessageKey> = {
  saved: 'editor.saved',
  waiting: 'editor.saving',
  saving: 'editor.saving',
  unreachable: 'editor.away',
  rejected: 'editor.notSaved',
  conflict: 'editor.disputed',
}

/** The save state. Announced to screen readers only when saving fails. */
function SavedLine() {
  const t = useTranslate()
  const saving = useEditorState((state) => state.saving)
  const error = useEditorState((state) => state.error)
  const savedAt = useEditorState((state) => state.savedAt)
  const minutes = useMinutesSince(savedAt)
  const isBad = saving === 'unreachable' || saving === 'rejected' || saving === 'conflict'
  const why = error ? issueMessage(t, error) : ''
  const text = saving === 'saved' ? (savedAt === null ? t('editor.asPublished') : formatAge(t, minutes)) : t(words[saving], { why })
  return (
    <p className={isBad ? 'saved-line bad across' : 'saved-line across'} role={isBad ? 'alert' : undefined}>
      <Icon name={isBad ? 'circle-alert' : 'check'} />
      <span>{text}</span>
    </p>
  )
}

function formatAge(t: Translate, minutes: number): string {
  if (minutes < 1) return t('editor.saved')
  const hours = Math.floor(minutes / 60)
  if (hours < 1) return t('editor.savedAgo', { count: minutes })
  return hours < 24 ? t('editor.savedHours', { count: hours }) : t('editor.savedDays', { count: Math.floor(hours / 24) })
}

function useMinutesSince(at: string | null): number {
  const [now, setNow] = useState(() => (at ? Date.parse(at) : 0))
  useEffect(() => {
    const update = () => setNow(Date.now())
    const first = setTimeout(update)
    const timer = setInterval(update, 30_000)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [at])
  return at ? Math.max(0, Math.floor((now - Date.parse(at)) / 60_000)) : 0
}
