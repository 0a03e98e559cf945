import { ownOf } from '#contract/own-of.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { IconName } from '../../ui/icons/icon-names.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { Part, type PartProps } from './analytics-bars.tsx'
import { clickWord } from './analytics-words.ts'

const columnPx = 150
const icons: Readonly<Record<string, IconName>> = { 'Call Me': 'phone', 'Text Me': 'message-circle', 'Email Me': 'mail', Share: 'share-2' }
const guesses = [
  { name: 'Call Me', count: 4 },
  { name: 'Text Me', count: 3 },
  { name: 'Email Me', count: 2 },
  { name: 'Share', count: 2 },
]

/** How often each way to reach somebody was taken, as columns. */
export function AnalyticsColumns(props: PartProps) {
  const { rows, isOpen, writers } = props
  const t = useTranslate()
  const shown = isOpen ? (rows ?? []) : guesses
  const most = Math.max(1, ...shown.map(({ count }) => count))
  return (
    <Part {...props}>
      <ul className={isOpen ? 'columns' : 'columns guess'}>
        {shown.map(({ name, count }) => (
          <li key={name}>
            <b>{isOpen ? writers.number(count) : '?'}</b>
            <Column heightPx={Math.round((count / most) * columnPx)} />
            <Icon name={ownOf(icons, name) ?? 'link'} />
            <span>{clickWord(t, name)}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** Nothing is a line to stand on. */
function Column({ heightPx }: { heightPx: number }) {
  const height = Math.max(2, heightPx)
  return (
    <svg className="column" width="100%" height={height} aria-hidden="true">
      <rect width="100%" height={height} rx={Math.min(12, height / 2)} />
    </svg>
  )
}
