import { useLayoutEffect, useRef } from 'react'

/** A patch of color. Set by script: the content security policy forbids inline styles. */
export function Swatch({ color, text, children }: { color: string; text?: string; children?: string }) {
  const element = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (!element.current) return
    element.current.style.backgroundColor = color
    element.current.style.color = text ?? ''
  }, [color, text])
  return (
    <span className="swatch" ref={element} aria-hidden="true">
      {children}
    </span>
  )
}
