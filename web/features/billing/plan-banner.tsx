import { useTranslate } from '../../i18n/use-translate.ts'
import { TextLink } from '../../ui/button/text-link.tsx'
import { PageBanner } from '../../ui/page/banner.tsx'
import type { BannerState } from './banner-of.ts'

type Props = { state: BannerState; daysLeft: number; href: string }

const pay = { kind: 'bad', more: 'plan.payMore', action: 'plan.update' } as const
const words = {
  trial: { ...pay, kind: 'warn', name: 'plan.trial' },
  free: { kind: 'brass', name: 'plan.free', more: 'frame.upgradeMore', action: 'frame.upgrade' },
  dunning: { ...pay, name: 'plan.declined' },
  cardExpired: { ...pay, name: 'plan.cardExpired' },
  unpaid: { ...pay, name: 'plan.unpaid', more: 'plan.reopenMore' },
  trialExpired: { ...pay, name: 'plan.trialExpired', more: 'plan.expiredMore' },
  expired: { ...pay, name: 'plan.expired', more: 'plan.expiredMore', action: 'plan.change' },
} as const satisfies Record<BannerState, object>

/** One line above the page: the state of the plan, with a link to act on it. */
export function PlanBanner({ state, daysLeft, href }: Props) {
  const t = useTranslate()
  const { kind, more, action, ...is } = words[state]
  const name = t(is.name, { count: daysLeft })
  return (
    <PageBanner
      kind={kind}
      label={name}
      title={name}
      action={
        <TextLink isDocument href={href} {...(state === 'free' && { 'data-upgrade': '' })}>
          {t(action)}
        </TextLink>
      }
    >
      {t(more)}
    </PageBanner>
  )
}
