import { useState } from 'react'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { useParts } from '../../editor-parts.ts'
import { Words } from '../../fields/text-field.tsx'
import { useDraft } from '../../use-editor.ts'
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

/** Spaces, marks and capitals make no other name: “linkedin” finds Linked In. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** What a service is also called. */
const alias: Readonly<Record<number, string>> = { 8: 'x', 33: 'bbb', 35: 'tik tok', 25: 'home value', 3: 'google maps' }

export function findKinds(kinds: readonly Kind[], asked: string): Kind[] {
  const wanted = plain(asked)
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
