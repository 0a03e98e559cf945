import { useTranslate } from '../../i18n/use-translate.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import type { IconName } from '../../ui/icons/icon-names.ts'

const features = [
  ['infinity', 'restricted.contacts'],
  ['star', 'restricted.reviews'],
  ['badge-check', 'restricted.integration'],
  ['clapperboard', 'restricted.video'],
  ['link', 'restricted.links'],
  ['life-buoy', 'restricted.support'],
] as const satisfies [IconName, MessageKey][]

/** What PRO brings. */
export function PlanFeatures() {
  const t = useTranslate()
  return (
    <ul className="billing-features">
      {features.map(([icon, words]) => (
        <li key={icon}>
          <Icon name={icon} />
          {t(words)}
        </li>
      ))}
    </ul>
  )
}
