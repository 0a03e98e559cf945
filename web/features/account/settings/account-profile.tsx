import { useTranslate } from '../../../i18n/use-translate.ts'
import { OwnerIcon as Icon } from '../../../ui/icons/owner-icon.tsx'
import type { AccountView } from './account-view.ts'
import { planState } from './plan-state.ts'

const planBadge = { free: 'nav.freePlan', trial: 'plan.trialBadge', open: 'home.pro' } as const

/** Whose account this is. */
export function AccountProfile({ view }: { view: AccountView }) {
  const t = useTranslate()
  const { portrait, initials, cardName, name, email, hrefs } = view
  const plan = planState(view.subscription)
  return (
    <section className="profile">
      <span className="profile-photo">
        {portrait ? <img src={portrait.src} width="84" height="84" alt="" /> : <span className="profile-initials">{initials}</span>}
        <a className="profile-camera" href={hrefs.photo} aria-label={t('account.photo')}>
          <Icon name="camera" />
        </a>
      </span>
      <div>
        <h2 dir="auto">{cardName}</h2>
        {name && name !== cardName && <p dir="auto">{t('account.signedInAs', { name })}</p>}
        <p className="profile-mail">{email}</p>
        <span className={`badge ${plan.kind}`}>
          {plan.kind === 'open' && <Icon name="key-round" />}
          {plan.kind === 'bad' ? t(plan.label) : t(planBadge[plan.kind])}
        </span>
      </div>
    </section>
  )
}
