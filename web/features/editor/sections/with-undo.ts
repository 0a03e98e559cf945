import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useToast } from '../../../ui/overlay/toast.tsx'

/** Shows a toast with an undo. */
export function useUndoToast() {
  const t = useTranslate()
  const showToast = useToast()
  return (text: string, undo: () => void) =>
    showToast(text, { forMs: snackbarMs.notice, action: { label: t('inbox.undo'), onClick: undo } })
}

/** Removes an item of a list. The returned undo puts it back in its place, unless the list has it again. */
export function removeWithUndo<T>(read: () => readonly T[], write: (items: T[]) => void, isRemoved: (item: T) => boolean): () => void {
  const before = read()
  const at = before.findIndex(isRemoved)
  write(before.filter((item) => !isRemoved(item)))
  return () => {
    const now = read()
    if (!now.some(isRemoved)) write([...now.slice(0, at), ...before.slice(at, at + 1), ...now.slice(at)])
  }
}
