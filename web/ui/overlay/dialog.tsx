import { useEffect, useId, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { IconButton, IconLink } from '../button/icon-button.tsx'

type PageProps = {
  title: ReactNode
  /** Who or what it is about, beside the title. */
  picture?: ReactNode
  lead?: ReactNode
  children?: ReactNode
  /** In the order they are read: the way back first, what it is about last. On phones the last one comes first. */
  actions?: ReactNode
  /** Shows a close button in the corner. Without it, one of the actions has to lead back. */
  closeLabel?: string
  /** The page without the dialog, for one that an address opened: its close button is a link, which works before any script. */
  closeHref?: string
}
export type DialogProps = PageProps & {
  isOpen: boolean
  /** Called for Escape, a click beside it and its own buttons alike. */
  onClose: () => void
  /** Begins at the title instead of the first field, so that nothing is done by a quick Enter. */
  isDanger?: boolean
  /** Opens at the side of a wide screen, so that the page beside it can be read. Focus starts at its title. */
  isSide?: boolean
  className?: string
}

/** The platform's modal dialog, on phones a sheet: focus stays inside, Escape closes it, and the focus returns to what opened it. */
export function Dialog({ isOpen, onClose, isDanger = false, isSide = false, className = '', ...page }: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // What an address opens is open before any script, beside the page; with a script it is modal.
  const [isOpenAtFirst] = useState(isOpen)

  useEffect(() => {
    const shown = dialog.current
    if (!shown || !isOpen) return
    if (shown.open) shown.close()
    shown.showModal()
    if (!isDanger && !isSide) shown.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus()
    // For browsers without `closedby`. The page fills the dialog: what lies on the dialog itself is its backdrop.
    const closeBeside = ({ target }: PointerEvent) => target === shown && shown.close()
    if (!('closedBy' in HTMLDialogElement.prototype)) shown.addEventListener('pointerdown', closeBeside)
    return () => {
      shown.removeEventListener('pointerdown', closeBeside)
      shown.close()
    }
  }, [isOpen, isDanger, isSide])

  return (
    <dialog
      ref={dialog}
      className={['ui-dialog', isSide && 'side', className].filter(Boolean).join(' ')}
      open={isOpenAtFirst || undefined}
      aria-labelledby={`${id}title`}
      aria-describedby={page.lead ? `${id}lead` : undefined}
      closedby="any"
      // Not for a close that was followed by another opening before anyone heard of it.
      onClose={({ currentTarget }) => currentTarget.open || onClose()}
    >
      <DialogPage id={id} {...page} />
    </dialog>
  )
}

export function DialogPage({ id, title, picture, lead, children, actions, closeLabel, closeHref }: PageProps & { id: string }) {
  const heading = (
    <h2 id={`${id}title`} tabIndex={-1}>
      {title}
    </h2>
  )
  const words = lead && <p id={`${id}lead`}>{lead}</p>
  return (
    <div className="ui-dialog-page">
      <header>
        {picture}
        {picture ? (
          <div>
            {heading}
            {words}
          </div>
        ) : (
          heading
        )}
        {closeLabel && <Close label={closeLabel} href={closeHref} />}
      </header>
      {!picture && words}
      {children}
      {actions && <footer>{actions}</footer>}
    </div>
  )
}

function Close({ label, href }: { label: string; href: string | undefined }) {
  if (href === undefined) return <IconButton icon="x" label={label} onClick={closeAround} />
  const close = (event: MouseEvent) => {
    event.preventDefault()
    closeAround(event)
  }
  return <IconLink icon="x" label={label} href={href} onClick={close} />
}

/** For a button inside a dialog that only leads back. */
export const closeAround = ({ currentTarget }: MouseEvent) => currentTarget.closest('dialog')?.close()
