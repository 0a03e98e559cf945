import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { Spinner } from '../button/spinner.tsx'
import { Icon } from '../icons/icon.tsx'

type Toast = { text: string; kind: 'done' | 'error' | 'busy'; action?: { label: string; onClick: () => void } }
/** Shows one line at the foot of the page; the next one takes its place. A busy one stays until then. */
type ShowToast = (text: string, options?: { kind?: Toast['kind']; action?: Toast['action']; forMs?: number }) => void

const ToastContext = createContext<ShowToast>(() => {})
export const useToast = (): ShowToast => useContext(ToastContext)

const shortMs = 1500
/** Long enough to read, to reach and to press. */
const actionMs = 8000

/** The one toast, on a card and behind the login. It uses no other part of the kit that a card would have to load. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<(Toast & { forMs: number }) | null>(null)
  const [isHeld, setHeld] = useState(false)
  const place = useRef<HTMLDivElement>(null)

  const show = useCallback<ShowToast>((text, { kind = 'done', action, forMs = action || kind === 'error' ? actionMs : shortMs } = {}) => {
    setHeld(false)
    setToast({ text, kind, forMs, ...(action && { action }) })
  }, [])

  useEffect(() => {
    const shown = place.current
    if (!toast || !shown) return
    // Shown again each time, so that it lies above a dialog that opened meanwhile.
    shown.showPopover()
    return () => shown.hidePopover()
  }, [toast])
  useEffect(() => {
    if (!toast || toast.kind === 'busy' || isHeld) return
    const timer = setTimeout(() => setToast(null), toast.forMs)
    return () => clearTimeout(timer)
  }, [toast, isHeld])

  const hold = (isHeld: boolean) => () => setHeld(isHeld)
  return (
    <ToastContext value={show}>
      {children}
      {/* Screen readers announce changes of regions that were there before. */}
      <div className="sr-only" role="status">
        {toast && toast.kind !== 'error' && toast.text}
      </div>
      <div className="sr-only" role="alert">
        {toast?.kind === 'error' && toast.text}
      </div>
      <div
        ref={place}
        className="ui-toast-place"
        popover="manual"
        onPointerEnter={hold(true)}
        onPointerLeave={hold(false)}
        onFocus={hold(true)}
        onBlur={hold(false)}
      >
        {toast && <ToastLine {...toast} close={() => setToast(null)} />}
      </div>
    </ToastContext>
  )
}

export function ToastLine({ text, kind, action, close }: Toast & { close?: () => void }) {
  const act = () => {
    // First, so that a toast which the action shows stays.
    close?.()
    action?.onClick()
  }
  return (
    <div className={`ui-toast ${kind}`}>
      {kind === 'busy' ? <Spinner /> : <Icon name={kind === 'error' ? 'circle-alert' : 'check'} />}
      <span aria-hidden="true">{text}</span>
      {action && (
        <button type="button" onClick={act}>
          {action.label}
        </button>
      )}
    </div>
  )
}
