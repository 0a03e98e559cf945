import { useEffect, useState } from 'react'
import { useMedia } from '../../ui/use-media.ts'

/** Steps that follow one another by themselves while somebody looks. Who wants no motion turns them over by hand. */
export function useMotion({ count, eachMs, isOpen }: { count: number; eachMs: number; isOpen: boolean }) {
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const [at, setAt] = useState(0)
  const [isHeld, setHeld] = useState(false)
  const isLast = at === count - 1
  const isPlaying = isOpen && !isStill && !isHeld && !isLast

  useEffect(() => {
    if (!isPlaying) return
    const timer = setTimeout(() => setAt(at + 1), eachMs)
    return () => clearTimeout(timer)
  }, [isPlaying, at, eachMs])

  return {
    at,
    isStill,
    isPlaying,
    turn(by: 1 | -1) {
      setHeld(true)
      setAt((now) => Math.min(count - 1, Math.max(0, now + by)))
    },
    /** Holds, goes on, or begins again at the end. */
    press() {
      setHeld(isPlaying)
      if (isLast) setAt(0)
    },
    begin() {
      setHeld(false)
      setAt(0)
    },
  }
}
