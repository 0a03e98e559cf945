import { useTranslate } from '../../i18n/use-translate.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import type { BannerState } from './banner-of.ts'
import { NoticeStyle } from './notice-style.tsx'

type Props = { state: BannerState; daysLeft: number; href: string }

const pay = { tone: 'bad', more: 'plan.payMore', action: 'plan.update' } as const
const words = {
  trial: { ...pay, tone: 'trial', name: 'plan.trial' },
  free: { tone: 'freemium', name: 'plan.free', more: 'frame.upgradeMore', action: 'frame.upgrade' },
  dunning: { ...pay, name: 'plan.declined' },
  cardExpired: { ...pay, name: 'plan.cardExpired' },
  unpaid: { ...pay, name: 'plan.unpaid', more: 'plan.reopenMore' },
  trialExpired: { ...pay, name: 'plan.trialExpired', more: 'plan.expiredMore' },
  expired: { ...pay, name: 'plan.expired', more: 'plan.expiredMore', action: 'plan.change' },
} as const satisfies Record<BannerState, object>

/** One line above the page: the state of the plan, and where to do something about it. */
export function PlanBanner({ state, daysLeft, href }: Props) {
  const t = useTranslate()
  const { tone, more, action, ...is } = words[state]
  const name = t(is.name, { count: daysLeft })
  return (
    <section className={`plan-banner ${tone}`} aria-label={name}>
      <NoticeStyle />
      <Icon name={tone === 'trial' ? 'clock' : tone === 'bad' ? 'circle-alert' : 'key-round'} />
      <p>
        <b>{name}</b> <span>{t(more)}</span>
      </p>
      <a href={href} {...(state === 'free' ? { 'data-upgrade': '' } : {})}>
        {t(action)}
      </a>
    </section>
  )
}
