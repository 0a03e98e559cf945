import { useEffect, useRef, useState, type RefObject } from 'react'
import { focusReturnMs, searchDebounceMs } from '#contract/constants.ts'

/** A field that searches once somebody has stopped typing, and keeps the cursor. */
export function useSearch(q: string, search: (q: string) => void, field: RefObject<HTMLInputElement | null>) {
  const [typed, setTyped] = useState(q)
  const [sent, setSent] = useState(q)
  const [shown, setShown] = useState(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Walked back to another search: the field says which.
  if (shown !== q) {
    setShown(q)
    if (sent !== q) setTyped(q)
  }
  useEffect(() => {
    // Typed before the page came alive: not lost.
    const early = field.current?.value ?? ''
    if (early !== q) type(early)
    return () => clearTimeout(timer.current)
    // oxlint-disable-next-line react/exhaustive-deps -- once, on arrival
  }, [])

  function send(text: string) {
    clearTimeout(timer.current)
    if (text.trim() === q) return
    setSent(text.trim())
    const hadFocus = document.activeElement === field.current
    search(text.trim())
    if (hadFocus) setTimeout(() => document.activeElement === document.body && field.current?.focus(), focusReturnMs)
  }
  function type(text: string) {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => send(text), searchDebounceMs)
  }
  return { typed, type, send: () => send(typed) }
}
