import type { ReactNode } from 'react'
import { ButtonLink } from '../button/button.tsx'
import { useTopOfPage } from './use-top-of-page.ts'

type Props = {
  label: string
  summary?: ReactNode
  first?: { href: string; label: string } | null
  next: { href: string; label: string } | null
}

/** For a list with cursors and no total: links to the first and the next page. */
export function CursorLinks({ label, summary, first = null, next }: Props) {
  useTopOfPage(first ? (next?.href ?? 'last') : 'first')
  return (
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
  )
}
