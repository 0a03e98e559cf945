import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { closeAround } from '../../ui/overlay/dialog.tsx'

type Props = { isOpen: boolean; onClose(): void; children: ReactNode }

/** The preview over the whole screen. */
export function PreviewSheet({ isOpen, onClose, children }: Props) {
  const t = useTranslate()
  const sheet = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = sheet.current
    if (!isOpen || !element) return
    element.showModal()
    return () => element.close()
  }, [isOpen])
  return (
    <dialog className="ui-full-screen preview-sheet" ref={sheet} onClose={onClose} aria-label={t('preview.title')}>
      <IconButton icon="x" label={t('close')} onClick={closeAround} />
      {isOpen && children}
    </dialog>
  )
}
