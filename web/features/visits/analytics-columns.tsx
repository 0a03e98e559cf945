import { ownProperty } from '#common/own-property.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { IconName } from '../../ui/icons/icon-names.ts'
import { ColumnChart } from '../../ui/chart/ranked-bars.tsx'
import { Part, type PartProps } from './analytics-bars.tsx'
import { clickWord } from './analytics-words.ts'

const icons: Readonly<Record<string, IconName>> = { 'Call Me': 'phone', 'Text Me': 'message-circle', 'Email Me': 'mail', Share: 'share-2' }
const guesses = [
  { name: 'Call Me', count: 4 },
  { name: 'Text Me', count: 3 },
  { name: 'Email Me', count: 2 },
  { name: 'Share', count: 2 },
]

/** Uses of each contact method, as columns. */
export function AnalyticsColumns(props: PartProps) {
  const { rows, isOpen, writers } = props
  const t = useTranslate()
  const visible = isOpen ? (rows ?? []) : guesses
  const most = Math.max(1, ...visible.map(({ count }) => count))
  return (
    <Part {...props}>
      <ColumnChart
        isGuess={!isOpen}
        columns={visible.map(({ name, count }) => ({
          name: clickWord(t, name),
          icon: ownProperty(icons, name) ?? 'link',
          value: isOpen ? writers.number(count) : '?',
          part: count / most,
        }))}
      />
    </Part>
  )
}
