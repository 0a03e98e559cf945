import type { ReactNode } from 'react'
import { ButtonLink } from '../button/button.tsx'
import { Icon } from '../icons/icon.tsx'
import { PageLink } from '../page-link.tsx'

type Props = {
  label: string
  /** Which of how many are shown, in words. */
  summary: string
  page: number
  pageCount: number
  hrefOf: (page: number) => string
  words: { previous: string; next: string; page: (page: number) => string }
}

/** The pages of a list: the first, the last, and those around this one. */
export function PageLinks({ label, summary, page, pageCount, hrefOf, words }: Props) {
  return (
    <div className="ui-pages">
      <p>{summary}</p>
      {pageCount > 1 && (
        <nav aria-label={label}>
          <Step icon="chevron-left" label={words.previous} href={page > 1 ? hrefOf(page - 1) : null} />
          {shownPages(page, pageCount).map((shown) =>
            shown < 0 ? (
              <span key={shown}>…</span>
            ) : (
              <PageLink key={shown} href={hrefOf(shown)} aria-label={words.page(shown)} aria-current={shown === page ? 'page' : undefined}>
                {shown}
              </PageLink>
            ),
          )}
          <Step icon="chevron-right" label={words.next} href={page < pageCount ? hrefOf(page + 1) : null} />
        </nav>
      )}
    </div>
  )
}

type CursorProps = {
  label: string
  summary?: ReactNode
  first?: { href: string; label: string } | null
  next: { href: string; label: string } | null
}

/** For a list that knows what comes next and not how much there is: back to its beginning, and on. */
export const CursorLinks = ({ label, summary, first = null, next }: CursorProps) =>
  (first ?? next ?? summary) && (
    <div className="ui-pages">
      <p>{summary}</p>
      {(first ?? next) && (
        <nav className="ui-cursor" aria-label={label}>
          {first && (
            <ButtonLink size="small" href={first.href}>
              {first.label}
            </ButtonLink>
          )}
          {next && (
            <ButtonLink size="small" href={next.href} rel="next">
              {next.label}
            </ButtonLink>
          )}
        </nav>
      )}
    </div>
  )

const Step = ({ icon, label, href }: { icon: 'chevron-left' | 'chevron-right'; label: string; href: string | null }) =>
  href === null ? (
    <span aria-hidden="true">
      <Icon name={icon} />
    </span>
  ) : (
    <PageLink href={href} aria-label={label} rel={icon === 'chevron-left' ? 'prev' : 'next'}>
      <Icon name={icon} />
    </PageLink>
  )

/** A gap is a negative number, each its own. */
export function shownPages(page: number, pageCount: number): number[] {
  const start = page <= 3 ? 1 : page - 1
  const end = page <= 3 ? 3 : page + 1
  const near = Array.from({ length: pageCount }, (_, index) => index + 1).filter(
    (each) => each === 1 || each === pageCount || (each >= Math.min(start, pageCount - 2) && each <= end),
  )
  return near.flatMap((each, at) => {
    const skipped = each - (near[at - 1] ?? 0) - 1
    return skipped === 0 ? [each] : skipped === 1 ? [each - 1, each] : [-each, each]
  })
}
