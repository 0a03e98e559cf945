import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { Icon } from './icons/icon.tsx'
import { useAwake } from './use-awake.ts'
import { PageStyle } from './page-style.tsx'
import href from './styles/snackbar.css?url'

type Snack = { text: string; isBad: boolean; forMs: number; act?: SnackAct }
type SnackAct = { text: string; press: () => void }

/** Says one line at the foot of the page for a while, with one thing to press if there is one. The next one takes its place. */
export type ShowSnack = (text: string, how: { isBad?: boolean; forMs: number; act?: SnackAct }) => void

const SnackbarContext = createContext<ShowSnack>(() => {})
export const useSnackbar = (): ShowSnack => useContext(SnackbarContext)

export function Snackbar({ children }: { children: ReactNode }) {
  const [snack, setSnack] = useState<Snack | null>(null)
  const show = useCallback<ShowSnack>((text, { isBad = false, ...how }) => setSnack({ text, isBad, ...how }), [])

  useEffect(() => {
    if (!snack) return
    const timer = setTimeout(() => setSnack(null), snack.forMs)
    return () => clearTimeout(timer)
  }, [snack])

  return (
    <SnackbarContext value={show}>
      {children}
      <SnackLine snack={snack} close={() => setSnack(null)} />
    </SnackbarContext>
  )
}

/** Readers hear it in regions that were there before; eyes see it above whatever lies on top. */
export function SnackLine({ snack, close }: { snack: Snack | null; close?: () => void }) {
  const line = useRef<HTMLDivElement>(null)
  const isStarted = useAwake()
  useEffect(() => {
    if (!snack) return
    // Shown anew, so that it stands above a sheet that opened meanwhile.
    line.current?.showPopover()
    const shown = line.current
    return () => shown?.hidePopover()
  }, [snack])

  return (
    <>
      {/* A file: no page starts with a line, so its HTML needs no styles for one. */}
      {isStarted && <PageStyle name="snackbar" css="" href={href} weight="part" />}
      <div className="sr-only" role="status">
        {snack?.isBad === false && snack.text}
      </div>
      <div className="sr-only" role="alert">
        {snack?.isBad === true && snack.text}
      </div>
      <div ref={line} className={snack?.isBad ? 'snack bad' : 'snack'} popover="manual">
        {snack && (
          <>
            <Icon name={snack.isBad ? 'circle-alert' : 'check'} />
            <span aria-hidden="true">{snack.text}</span>
            {snack.act && <SnackButton act={snack.act} close={close} />}
          </>
        )}
      </div>
    </>
  )
}

function SnackButton({ act, close }: { act: SnackAct; close: (() => void) | undefined }) {
  const press = () => {
    act.press()
    close?.()
  }
  return (
    <button type="button" onClick={press}>
      {act.text}
    </button>
  )
}
