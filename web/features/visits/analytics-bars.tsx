import type { ReactNode } from 'react'
import { ownOf } from '#contract/own-of.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { BrandMark } from '../../ui/icons/icon-names.ts'
import { Icon, Mark } from '../../ui/icons/icon.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { clickWord } from './analytics-words.ts'
import type { Counted } from './analytics-view.ts'
import type { Writers } from './analytics-writers.ts'

export type PartProps = { name: string; rows: Counted[] | null; isOpen: boolean; days: number; writers: Writers }

const marks: Readonly<Record<string, BrandMark>> = { Instagram: 'instagram', 'Facebook Business': 'facebook', YouTube: 'youtube' }
const guesses = [
  { name: 'Instagram', part: 78 },
  { name: 'Website', part: 60 },
  { name: 'Facebook Business', part: 44 },
]

/** How often what was pressed, as bars. Without an open plan nothing is told, and bars of nothing are striped. */
export function AnalyticsBars(props: PartProps) {
  const { rows, isOpen, writers } = props
  const t = useTranslate()
  const most = Math.max(1, ...(rows ?? []).map(({ count }) => count))
  return (
    <Part {...props}>
      {isOpen && rows?.length === 0 && <p className="failed-part">{t('analytics.none')}</p>}
      <ul className="bars">
        {isOpen
          ? rows?.map(({ name, count }) => <Bar key={name} name={name} said={writers.number(count)} part={(count / most) * 100} />)
          : guesses.map(({ name, part }) => <Bar key={name} name={name} said="?" part={part} isGuess />)}
      </ul>
    </Part>
  )
}

function Bar({ name, said, part, isGuess = false }: { name: string; said: string; part: number; isGuess?: boolean }) {
  const t = useTranslate()
  return (
    <li>
      <Glyph name={name} />
      <span className="bar-name" dir="auto">
        {clickWord(t, name)}
      </span>
      <b>{said}</b>
      {isGuess ? (
        <svg className="bar guess" width={`${part}%`} height="8" aria-hidden="true" />
      ) : (
        <svg className="bar" width="100%" height="8" aria-hidden="true">
          <rect className="rail" width="100%" height="8" rx="4" />
          {part > 0 && <rect className="done" width={`${part}%`} height="8" rx="4" />}
        </svg>
      )}
    </li>
  )
}

function Glyph({ name }: { name: string }) {
  const mark = ownOf(marks, name)
  return (
    <span className="bar-icon" aria-hidden="true">
      {mark && <Mark name={mark} />}
      {name === 'Website' && <Icon name="globe" />}
      {name === 'LinkedIn' && <b className="letters">in</b>}
    </span>
  )
}

/** A part of the page with how much it adds up to, or that it opens with PRO, or that it could not be counted. */
export function Part({ name, rows, isOpen, days, writers, children }: PartProps & { children: ReactNode }) {
  const t = useTranslate()
  const sum = (rows ?? []).reduce((total, { count }) => total + count, 0)
  return (
    <section className="ui-panel padded part">
      <h2>
        {name}
        {!isOpen && (
          <Badge kind="brass" icon="key-round">
            {t('home.pro')}
          </Badge>
        )}
      </h2>
      {isOpen && <p>{rows ? t('analytics.inDays', { number: writers.number(sum), days }) : t('analytics.unknown')}</p>}
      {isOpen && !rows ? <p className="failed-part">-</p> : children}
    </section>
  )
}
