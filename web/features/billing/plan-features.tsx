import { useLaterSay } from '../../i18n/use-later-say.ts'
import type { AnyWordKey } from '../../i18n/say.ts'
import { AccountIcon as Icon } from '../../ui/icons/account-icon.tsx'
import type { AccountIconName } from '../../ui/icons/icon-names.ts'

const features = [
  ['infinity', 'restricted.contacts'],
  ['star', 'restricted.reviews'],
  ['badge-check', 'restricted.integration'],
  ['clapperboard', 'restricted.video'],
  ['link', 'restricted.links'],
  ['life-buoy', 'restricted.support'],
] as const satisfies [AccountIconName, AnyWordKey][]

/** What PRO brings. */
export function PlanFeatures() {
  const say = useLaterSay()
  return (
    <ul className="billing-features">
      {features.map(([icon, words]) => (
        <li key={icon}>
          <Icon name={icon} />
          {say(words)}
        </li>
      ))}
    </ul>
  )
}
