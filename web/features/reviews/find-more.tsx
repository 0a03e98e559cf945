import { useId, type ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { outward } from '../../ui/safe-link.ts'
import type { ReviewSource } from './reviews-view.ts'

/** Services with reviews of their own. `glyphOf` returns a service's icon. */
export function FindMore({ sources, glyphOf }: { sources: ReviewSource[]; glyphOf: (name: string) => ReactNode }) {
  const t = useTranslate()
  const titleId = useId()
  if (sources.length === 0) return null
  return (
    <nav className="find-more" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('reviews.findMore')}</h2>
      <ul>
        {sources.map(({ name, href }) => (
          <li key={name}>
            <a href={href} {...outward}>
              <span className="tile center">{glyphOf(name)}</span>
              <span>{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
