import type { Block, Inline } from '#common/text/bio.ts'
import { PageStyle } from '../../../ui/page-style.tsx'
import { outward } from '../../../ui/safe-link.ts'
import styles from './bio-text.css?page-style'

/** The owner's bio with its formatting. Blocks have no ids and never change order, so the index is a safe key. */
export function BioText({ words }: { words: Block[] }) {
  return (
    <>
      {words.map((block, place) =>
        typeof block === 'object' && 'list' in block ? (
          <ul key={place}>
            {block.list.map((children, at) => (
              <li key={at} dir="auto">
                {renderMarks(children)}
              </li>
            ))}
          </ul>
        ) : (
          <p key={place} dir="auto">
            {typeof block === 'string' ? block : renderMarks(block)}
          </p>
        ),
      )}
      {/* Last, so that `p:first-child` matches; and only for bios with formatting. */}
      {words.some((block) => typeof block === 'object') && <PageStyle name="own-words" styles={styles} />}
    </>
  )
}

const renderMarks = (all: Inline[]) => all.map((one, place) => (typeof one === 'string' ? one : <Marked key={place} mark={one} />))

function Marked({ mark }: { mark: Exclude<Inline, string> }) {
  const words = renderMarks(mark.children)
  if (mark.as !== 'a') return mark.as === 'em' ? <em>{words}</em> : <strong>{words}</strong>
  return (
    <a href={mark.href} {...(mark.href.startsWith('http') ? outward : { rel: 'ugc' })}>
      {words}
    </a>
  )
}
