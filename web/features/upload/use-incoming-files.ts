import { useEffect, useRef, useState, type RefObject } from 'react'

/** Files dropped on an element, or pasted while it has focus. Returns true while a file is dragged over it. */
export function useIncomingFiles(place: RefObject<HTMLElement | null>, take: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const newest = useRef(take)
  useEffect(() => {
    newest.current = take
  })

  useEffect(() => {
    const on = place.current
    if (!on) return
    const ending = new AbortController()
    const { signal } = ending
    const receive = (event: Event, files: FileList | undefined) => {
      const file = files?.[0]
      if (!file) return
      event.preventDefault()
      newest.current(file)
    }
    const hover = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setIsOver(true)
    }
    on.addEventListener('dragenter', hover, { signal })
    on.addEventListener('dragover', hover, { signal })
    on.addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && on.contains(relatedTarget))) setIsOver(false)
      },
      { signal },
    )
    on.addEventListener(
      'drop',
      (event) => {
        setIsOver(false)
        receive(event, event.dataTransfer?.files)
      },
      { signal },
    )
    on.addEventListener('paste', (event) => receive(event, event.clipboardData?.files), { signal })
    return () => ending.abort()
  }, [place])

  return isOver
}
