import type { Ref } from 'react'

type Props = { count: number; slide: number; bar: Ref<HTMLElement>; isStill: boolean }

/** One bar per slide: those before are full, the one on show fills. Where nothing moves by itself it is full at once. */
export function Bars({ count, slide, bar, isStill }: Props) {
  return (
    <div className="story-bars" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => {
        const isFull = index < slide || (isStill && index === slide)
        const isNow = index === slide && !isStill
        // A key of its own for each state: what a clock has set is not left behind.
        return (
          <i key={index} className={isFull ? 'full' : undefined}>
            <b key={isNow ? 'now' : 'rest'} ref={isNow ? bar : undefined} />
          </i>
        )
      })}
    </div>
  )
}
