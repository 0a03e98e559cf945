import type { FrameOwner } from './frame-owner.ts'

/** The person, round; initials where there is no picture. */
export function Portrait({ owner: { portrait, initials }, size }: { owner: FrameOwner; size: number }) {
  if (portrait) return <img className="owner-portrait" src={portrait.src} width={size} height={size} alt="" />
  return (
    <span className="owner-portrait" aria-hidden="true">
      {initials}
    </span>
  )
}
