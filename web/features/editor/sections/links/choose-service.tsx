import { useState } from 'react'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../../ui/icons/later-icon.tsx'
import { useParts } from '../../editor-parts.ts'
import { Words } from '../../fields/text-field.tsx'
import { useDraft } from '../../use-editor.ts'
import { findKinds } from './find-kinds.ts'
import { aService, kindsLeft, type Kind } from './paste-links.ts'
import { showService, useServiceActs } from './use-services.ts'

/** The whole list of what a card can link to, to choose from by name. */
export function ChooseService({ kinds }: { kinds: readonly Kind[] }) {
  const t = useTranslate()
  const { glyph } = useParts()
  const [services] = useDraft('services')
  const { read, write } = useServiceActs()
  const [asked, ask] = useState('')
  const left = new Set(kindsLeft(kinds, services))
  const found = findKinds(kinds, asked)

  function choose(kind: Kind) {
    if (left.has(kind)) write([...read(), aService(kind.gradeServiceId)])
    ask('')
    showService(kind.gradeServiceId)
  }

  return (
    <details className="links-choose">
      <summary>
        <Icon name="search" />
        {t('editor.links.choose')}
      </summary>
      <Words label={t('editor.links.search')} value={asked} change={ask} max={60} isWide />
      <p className="sr-only" role="status">
        {asked && t('editor.links.foundCount', { count: found.length })}
      </p>
      {found.length === 0 ? (
        <p className="hint">{t('editor.links.foundNone')}</p>
      ) : (
        <ul>
          {found.map((kind) => (
            <li key={kind.gradeServiceId}>
              <button type="button" onClick={() => choose(kind)}>
                <span className="entry-glyph">{glyph(kind.serviceName)}</span>
                <span>{kind.serviceName}</span>
                {left.has(kind) ? <Icon name="plus" /> : <small>{t('editor.links.isThere')}</small>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
