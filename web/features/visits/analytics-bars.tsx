import type { ReactNode } from 'react'
import { ownProperty } from '#common/own-property.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { BrandMark } from '../../ui/icons/icon-names.ts'
import { Icon, Mark } from '../../ui/icons/icon.tsx'
import { RankedBars } from '../../ui/chart/ranked-bars.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { clickWord } from './analytics-words.ts'
import type { Counted } from './analytics-view.ts'
import type { Writers } from './analytics-writers.ts'

export type PartProps = { name: string; rows: Counted[] | null; isOpen: boolean; days: number; writers: Writers }

const marks: Readonly<Record<string, BrandMark>> = { Instagram: 'instagram', 'Facebook Business': 'facebook', YouTube: 'youtube' }
const guesses = [
  { name: 'Instagram', part: 0.78 },
  { name: 'Website', part: 0.6 },
  { name: 'Facebook Business', part: 0.44 },
]

/** Clicks by name, as bars. Without PRO the bars are striped and have no numbers. */
export function AnalyticsBars(props: PartProps) {
  const { rows, isOpen, writers } = props
  const t = useTranslate()
  const named = (name: string) => ({ name: clickWord(t, name), icon: iconOf(name) })
  const most = Math.max(1, ...(rows ?? []).map(({ count }) => count))
  return (
    <Part {...props}>
      {isOpen && rows?.length === 0 && <p className="ui-note">{t('analytics.none')}</p>}
      <RankedBars
        isGuess={!isOpen}
        bars={
          isOpen
            ? (rows ?? []).map(({ name, count }) => ({ ...named(name), value: writers.number(count), part: count / most }))
            : guesses.map(({ name, part }) => ({ ...named(name), value: '?', part }))
        }
      />
    </Part>
  )
}

const iconOf = (name: string) => {
  const mark = ownProperty(marks, name)
  return mark ? <Mark name={mark} /> : name === 'Website' ? <Icon name="globe" /> : name === 'LinkedIn' ? <b>in</b> : undefined
}

/** A section with its total, or a note that it needs PRO or failed to load. */
export function Part({ name, rows, isOpen, days, writers, children }: PartProps & { children: ReactNode }) {
  const t = useTranslate()
  const sum = (rows ?? []).reduce((total, { count }) => total + count, 0)
  return (
    <Panel
      title={name}
      lead={isOpen && (rows ? t('analytics.inDays', { number: writers.number(sum), days }) : t('analytics.unknown'))}
      action={
        !isOpen && (
          <Badge kind="brass" icon="key-round">
            {t('home.pro')}
          </Badge>
        )
      }
    >
      {isOpen && !rows ? <p className="ui-note">-</p> : children}
    </Panel>
  )
}
