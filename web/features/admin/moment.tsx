import type { MomentView } from './admin-view.ts'

/** A time in the reader’s zone, with UTC on hover. */
export const Moment = ({ at, text, utc }: MomentView) => (
  <time dateTime={at} title={utc}>
    {text}
  </time>
)
