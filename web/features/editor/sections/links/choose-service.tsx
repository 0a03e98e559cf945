import { useState } from 'react'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { useParts } from '../../editor-parts.ts'
import { TextInput } from '../../fields/text-field.tsx'
import { useDraft } from '../../use-editor.ts'
import { aService, kindsLeft, type Kind } from './paste-links.ts'
import { showService, useServiceActions } from './use-services.ts'

/** All services a card can link to, with a search. */
export function ChooseService({ kinds }: { kinds: readonly Kind[] }) {
  const t = useTranslate()
  const { glyph } = useParts()
  const [services] = useDraft('services')
  const { read, write } = useServiceActions()
  const [query, setQuery] = useState('')
  const left = new Set(kindsLeft(kinds, services))
  const found = findKinds(kinds, query)

  function choose(kind: Kind) {
    if (left.has(kind)) write([...read(), aService(kind.gradeServiceId)])
    setQuery('')
    showService(kind.gradeServiceId)
  }

  return (
    <details className="ui-panel links-choose">
      <summary>
        <Icon name="search" />
        {t('editor.links.choose')}
      </summary>
      <TextInput label={t('editor.links.search')} value={query} change={setQuery} max={60} isWide />
      <p className="sr-only" role="status">
        {query && t('editor.links.foundCount', { count: found.length })}
      </p>
      {found.length === 0 ? (
        <p className="ui-note">{t('editor.links.foundNone')}</p>
      ) : (
        <ul>
          {found.map((kind) => (
            <li key={kind.gradeServiceId}>
              <button className="entry-what across" type="button" onClick={() => choose(kind)}>
                <span className="ui-icon-tile entry-glyph center">{glyph(kind.serviceName)}</span>
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

/** Ignores spaces, punctuation and case: “linkedin” finds Linked In. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Other names of services. */
const alias: Readonly<Record<number, string>> = { 8: 'twitter', 33: 'bbb', 35: 'tik tok', 25: 'home value', 3: 'google maps' }

export function findKinds(kinds: readonly Kind[], query: string): Kind[] {
  const wanted = plain(query)
  if (wanted === '') return kinds.toSorted((a, b) => a.serviceName.localeCompare(b.serviceName))
  const rank = (kind: Kind) => {
    const names = [kind.serviceName, alias[kind.gradeServiceId] ?? ''].map(plain).filter(Boolean)
    if (names.some((name) => name.startsWith(wanted))) return 0
    return names.some((name) => name.includes(wanted)) ? 1 : 2
  }
  return kinds
    .map((kind) => ({ kind, rank: rank(kind) }))
    .filter((each) => each.rank < 2)
    .toSorted((a, b) => a.rank - b.rank || a.kind.serviceName.localeCompare(b.kind.serviceName))
    .map(({ kind }) => kind)
}
