import { useEffect, useState } from 'react'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import type { Saving } from './draft/editor-state.ts'
import { useEditorState } from './use-editor.ts'

const words: Record<Saving, MessageKey> = {
  saved: 'editor.saved',
  waiting: 'editor.saving',
  saving: 'editor.saving',
  away: 'editor.away',
  refused: 'editor.refused',
  disputed: 'editor.disputed',
}

/** Whether what was typed is kept. Told to readers when it changes for good, not for every letter. */
export function SavedLine() {
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
