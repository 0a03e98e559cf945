import { freeContactCount } from '#contract/constants.ts'
import { useLaterSay } from '../../i18n/use-later-say.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'

/** What the free plan keeps behind the door, and the way to open it. Nothing is lost meanwhile. */
export function UpgradePanel({ hiddenCount, href, price }: { hiddenCount: number; href: string; price: string }) {
  const say = useLaterSay()
  const seen = freeContactCount
  return (
    <section className="upgrade" aria-label={say('restricted.upgrade')}>
      <Icon name="key-round" />
      <div>
        <p>{hiddenCount > 0 ? say('contacts.upgrade', { seen, count: hiddenCount }) : say('contacts.upgradeBare', { seen })}</p>
        <p className="upgrade-price">{say('restricted.price', { price })}</p>
        <a className="btn brass" href={href}>
          {say('restricted.upgrade')}
        </a>
      </div>
    </section>
  )
}
