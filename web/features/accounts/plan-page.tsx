import type { CardSubscription } from '#contract/cards.ts'
import { useLaterSay } from '../../i18n/use-later-say.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import css from './account-page.css?inline'
import href from './account-page.css?url'
import { planState } from './plan-state.ts'

/** The state of the plan in words, and where it is changed. */
export function PlanPage({ subscription, changeHref }: { subscription: CardSubscription; changeHref: string }) {
  const say = useLaterSay()
  const plan = planState(subscription)
  const isUpgrade = plan.kind === 'free' || plan.action === 'update' || plan.label === 'plan.expired'
  return (
    <div className="account">
      <PageStyle name="account-page" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <h1>{say('plan.title')}</h1>
      <section className="sheet-panel plan">
        <h2>
          {say(plan.label, { count: plan.days })}
          {plan.kind === 'open' && (
            <span className="badge open">
              <Icon name="key-round" />
              {say('home.pro')}
            </span>
          )}
        </h2>
        <p>{say(plan.more)}</p>
        <a className={isUpgrade ? 'btn large wide brass' : 'btn large wide door'} href={changeHref}>
          {say(plan.action === 'update' ? 'plan.update' : isUpgrade ? 'restricted.upgrade' : 'plan.change')}
        </a>
        {isUpgrade && <p className="quiet-line">{say('restricted.price')}</p>}
      </section>
      <p className="quiet-line">{say('plan.notBuilt')}</p>
    </div>
  )
}
