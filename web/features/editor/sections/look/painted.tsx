import { useLayoutEffect, useRef } from 'react'

/** A patch of colour. The page's policy wants colours set by script, never written into the page. */
export function Painted({ colour, text, children }: { colour: string; text?: string; children?: string }) {
  const patch = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (!patch.current) return
    patch.current.style.backgroundColor = colour
    patch.current.style.color = text ?? ''
  }, [colour, text])
  return (
    <span className="painted" ref={patch} aria-hidden="true">
      {children}
    </span>
  )
}
