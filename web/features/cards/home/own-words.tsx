import type { Block, Said } from '#contract/text/bio.ts'
import { PageStyle } from '../../../ui/page-style.tsx'
import { outward } from '../../../ui/safe-link.ts'
import css from './own-words.css?inline'
import href from './own-words.css?url'

/** What an owner says, as they marked it. Its parts have no name of their own, and never change places. */
export function OwnWords({ words }: { words: Block[] }) {
  return (
    <>
      {words.map((block, place) =>
        typeof block === 'object' && 'list' in block ? (
          <ul key={place}>
            {block.list.map((said, at) => (
              <li key={at} dir="auto">
                {say(said)}
              </li>
            ))}
          </ul>
        ) : (
          <p key={place} dir="auto">
            {typeof block === 'string' ? block : say(block)}
          </p>
        ),
      )}
      {/* Last, so that the first paragraph stays the first; and only for who needs it. */}
      {words.some((block) => typeof block === 'object') && (
        <PageStyle name="own-words" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      )}
    </>
  )
}

const say = (all: Said[]) => all.map((one, place) => (typeof one === 'string' ? one : <Marked key={place} mark={one} />))

function Marked({ mark }: { mark: Exclude<Said, string> }) {
  const words = say(mark.said)
  if (mark.as !== 'a') return mark.as === 'em' ? <em>{words}</em> : <strong>{words}</strong>
  return (
    <a href={mark.href} {...(mark.href.startsWith('http') ? outward : { rel: 'ugc' })}>
      {words}
    </a>
  )
}
