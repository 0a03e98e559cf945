import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { Spinner } from '../button/spinner.tsx'
import { Icon } from '../icons/icon.tsx'

type Toast = { text: string; kind: 'done' | 'error' | 'busy'; action?: { label: string; onClick: () => void } }
/** Shows a message at the bottom of the page, replacing the previous one. A busy message stays until it is replaced. */
type ShowToast = (text: string, options?: { kind?: Toast['kind']; action?: Toast['action']; forMs?: number }) => void

const ToastContext = createContext<ShowToast>(() => {})
export const useToast = (): ShowToast => useContext(ToastContext)

const shortMs = 1500
/** Long enough to read, reach and click. */
const actionMs = 8000

/** The toast for cards and for pages behind the login. It uses no other part of the kit, which a card would have to load. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<(Toast & { forMs: number }) | null>(null)
  const [isPaused, setPaused] = useState(false)
  const place = useRef<HTMLDivElement>(null)

  const show = useCallback<ShowToast>((text, { kind = 'done', action, forMs = action || kind === 'error' ? actionMs : shortMs } = {}) => {
    setPaused(false)
    setToast({ text, kind, forMs, ...(action && { action }) })
  }, [])

  useEffect(() => {
    const element = place.current
    if (!toast || !element) return
    // Reopened each time, so that it is above a dialog that has opened since.
    element.showPopover()
    return () => element.hidePopover()
  }, [toast])
  useEffect(() => {
    if (!toast || toast.kind === 'busy' || isPaused) return
    const timer = setTimeout(() => setToast(null), toast.forMs)
    return () => clearTimeout(timer)
  }, [toast, isPaused])

  const pause = (isPaused: boolean) => () => setPaused(isPaused)
  return (
    <ToastContext value={show}>
      {children}
      {/* Screen readers announce changes only in regions that exist already. */}
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
        onPointerEnter={pause(true)}
        onPointerLeave={pause(false)}
        onFocus={pause(true)}
        onBlur={pause(false)}
      >
        {toast && <ToastLine {...toast} close={() => setToast(null)} />}
      </div>
    </ToastContext>
  )
}

export function ToastLine({ text, kind, action, close }: Toast & { close?: () => void }) {
  const act = () => {
    // Before the action, so that a toast shown by it stays.
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
