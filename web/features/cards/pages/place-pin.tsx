import type { FrameView } from '../frame/frame-view.ts'

/** The person, standing at their place. */
export function PlacePin({ frame: { portrait, initials } }: { frame: FrameView }) {
  return (
    <span className="pin">
      <svg viewBox="0 0 64 78" aria-hidden="true">
        <path d="M32 0a32 32 0 0 1 32 32c0 20-22 34-32 46C22 66 0 52 0 32A32 32 0 0 1 32 0z" />
      </svg>
      {portrait && <img src={portrait.srcSet.split(' ')[0]} width="48" height="48" alt="" />}
      <b className="initials" aria-hidden="true">
        {initials}
      </b>
    </span>
  )
}
