import { useId } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { OwnerIcon as Icon } from '../../../ui/icons/owner-icon.tsx'
import type { OwnerIconName } from '../../../ui/icons/icon-names.ts'
import type { Step, StepKind } from './what-next.ts'

const icons: Record<StepKind, OwnerIconName> = {
  turnOn: 'circle-alert',
  payment: 'credit-card',
  cardExpired: 'credit-card',
  contacts: 'users',
  publish: 'pen-line',
  photo: 'camera',
  phone: 'phone',
  bio: 'message-square-text',
  links: 'link',
  moreLinks: 'link',
  trial: 'clock',
  share: 'share-2',
  reviewLink: 'star',
}

/** What would help a card most: each a whole row that leads there. */
export function NextSteps({ steps }: { steps: readonly Step[] }) {
  const t = useTranslate()
  const title = useId()
  if (steps.length === 0) return null
  return (
    <section className="next" aria-labelledby={title}>
      <h3 id={title}>{t('dashboard.next')}</h3>
      <ul>
        {steps.map(({ kind, count, href }) => (
          <li key={kind}>
            <a href={href}>
              <span className="next-icon">
                <Icon name={icons[kind]} />
              </span>
              <span className="next-words">
                <b>{t(`dashboard.${kind}`, { count })}</b>
                <small>{t(`dashboard.${kind}Do`)}</small>
              </span>
              <Icon name="chevron-right" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
