import { shortCount } from './frame-owner.ts'

/** How many there are of something, if any: a number for eyes, a sentence for ears. */
export function Count({ count, said, isDoor = false }: { count: number; said: string; isDoor?: boolean }) {
  if (count === 0) return null
  return (
    <span className={isDoor ? 'count door' : 'count'}>
      <span aria-hidden="true">{shortCount(count)}</span>
      <span className="sr-only">{said}</span>
    </span>
  )
}
