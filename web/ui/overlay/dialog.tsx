import { useEffect, useId, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { IconButton, IconLink } from '../button/icon-button.tsx'
import { focusPageIfLost } from './focus-page.ts'

type PageProps = {
  title: ReactNode
  /** The subject, beside the title. */
  picture?: ReactNode
  lead?: ReactNode
  children?: ReactNode
  /** In reading order: cancel first, the main action last. On phones the main action is on top. */
  actions?: ReactNode
  /** Shows a close button in the corner. Without it, one of the actions must close the dialog. */
  closeLabel?: string
  /** The page without the dialog, for a dialog opened by an address: its close button is a link, which works without a script. */
  closeHref?: string
}
export type DialogProps = PageProps & {
  isOpen: boolean
  /** Called for Escape, a click on the backdrop, and its own buttons. */
  onClose: () => void
  /** Focuses the title instead of the first field, so that Enter does nothing by accident; after an error, the field that has it. */
  isDanger?: boolean
  /** On wide screens it opens at the side, so that the page stays readable. Focus starts at its title. */
  isSide?: boolean
  className?: string
}

/** The native modal dialog, on phones a sheet: it traps the focus, Escape closes it, and the focus returns to its opener. */
export function Dialog({ isOpen, onClose, isDanger = false, isSide = false, className = '', ...page }: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // A dialog opened by the address is open without a script, beside the page; with a script it becomes modal.
  const [isOpenAtFirst] = useState(isOpen)

  useEffect(() => {
    const element = dialog.current
    if (!element || !isOpen) return
    if (element.open) element.close()
    element.showModal()
    const wrong = element.querySelector<HTMLElement>('[aria-invalid]')
    if (wrong) wrong.focus()
    else if (!isDanger && !isSide) element.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus()
    // For browsers without `closedby`. The page fills the dialog, so a click on the dialog itself is a click on the backdrop.
    const closeBeside = ({ target }: PointerEvent) => target === element && element.close()
    if (!('closedBy' in HTMLDialogElement.prototype)) element.addEventListener('pointerdown', closeBeside)
    return () => {
      element.removeEventListener('pointerdown', closeBeside)
      element.close()
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
      // Ignore a close event that arrives after the dialog was opened again.
      onClose={({ currentTarget }) => {
        if (currentTarget.open) return
        focusPageIfLost()
        onClose()
      }}
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

/** For a button inside a dialog that only closes it. */
export const closeAround = ({ currentTarget }: MouseEvent) => currentTarget.closest('dialog')?.close()
