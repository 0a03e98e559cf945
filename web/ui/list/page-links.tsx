import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import { PageLink } from '../page-link.tsx'
import { useTopOfPage } from './use-top-of-page.ts'

type Props = {
  label: string
  summary?: ReactNode
  at: number
  pages: number
  hrefOf(page: number): string
  words: { previous: string; next: string; page(page: number): string }
}

/** For a list that is counted: the previous page, the next one, and some between the first and the last. */
export function PageLinks({ label, summary, at, pages, hrefOf, words }: Props) {
  useTopOfPage(at)
  return (
    <div className="ui-pages">
      <p>{summary}</p>
      {pages > 1 && (
        <nav aria-label={label}>
          <ul className="ui-page-links">
            {at > 1 && (
              <li>
                <PageLink href={hrefOf(at - 1)} rel="prev" aria-label={words.previous}>
                  <Icon name="chevron-left" />
                </PageLink>
              </li>
            )}
            {pagesBeside(at, pages).map((page, place, all) => (
              <li key={page} className={page > (all[place - 1] ?? 0) + 1 ? 'after-gap across' : undefined}>
                <PageLink href={hrefOf(page)} aria-label={words.page(page)} aria-current={page === at ? 'page' : undefined}>
                  {page}
                </PageLink>
              </li>
            ))}
            {at < pages && (
              <li>
                <PageLink href={hrefOf(at + 1)} rel="next" aria-label={words.next}>
                  <Icon name="chevron-right" />
                </PageLink>
              </li>
            )}
          </ul>
        </nav>
      )}
    </div>
  )
}

/** The first page, the last, and those beside the current one. */
export const pagesBeside = (at: number, pages: number): number[] =>
  [...new Set([1, at - 1, at, at + 1, pages])].filter((page) => page >= 1 && page <= pages).toSorted((a, b) => a - b)
