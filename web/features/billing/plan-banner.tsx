import { useLaterSay } from '../../i18n/use-later-say.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { NoticeStyle } from './notice-style.tsx'

type Props = { kind: 'trial' | 'freemium'; daysLeft: number; href: string }

/** One line above the page: how long the trial lasts, or that there is more. */
export function PlanBanner({ kind, daysLeft, href }: Props) {
  const say = useLaterSay()
  const isTrial = kind === 'trial'
  const name = isTrial ? say('plan.trial', { count: daysLeft }) : say('plan.free')
  return (
    <section className={`plan-banner ${kind}`} aria-label={name}>
      <NoticeStyle />
      <Icon name={isTrial ? 'clock' : 'key-round'} />
      <p>
        <b>{name}</b> <span>{say(isTrial ? 'plan.payMore' : 'frame.upgradeMore')}</span>
      </p>
      <a href={href} {...(isTrial ? {} : { 'data-upgrade': '' })}>
        {say(isTrial ? 'plan.update' : 'frame.upgrade')}
      </a>
    </section>
  )
}
