import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useNeedsReach } from '../../../platform/connection/use-reach.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { SettingButton, SettingLink, Settings } from '../../../ui/list/settings.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Badge } from '../../../ui/status/badge.tsx'
import { WhenReached } from '../../../ui/when-reached.tsx'
import { AccountLanguage } from './account-language.tsx'
import type { AccountView, Told } from './account-view.ts'
import { CaptureSettings } from './capture-settings.tsx'
import { SignInSessions } from './sign-in-sessions.tsx'
import { SignInWays } from './sign-in-ways.tsx'
import css from './account-page.css?inline'
import href from './account-page.css?url'
import { planState } from './plan-state.ts'

type Props = { view: AccountView; told: Told | null; notifications: ReactNode }

/** The person behind a card, and what they may decide about it. */
export function AccountPage({ view, told, notifications }: Props) {
  const t = useTranslate()
  const needs = useNeedsReach()
  return (
    <div className="account">
      <PageStyle name="account-page" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <PageHeader title={t('page.myAccount')} />
      {told && (
        <Banner kind={told.isBad ? 'bad' : 'ok'} isLive>
          {told.text}
        </Banner>
      )}
      <AccountProfile view={view} />
      {view.hasLanguages && (
        <WhenReached {...needs}>
          <AccountLanguage view={view} />
        </WhenReached>
      )}
      <WhenReached {...needs}>
        <CaptureSettings key={JSON.stringify(view.capture)} view={view} />
      </WhenReached>
      {notifications}
      <WhenReached {...needs}>
        <SignInSessions view={view} />
      </WhenReached>
      <WhenReached {...needs}>
        <SignInWays view={view} />
      </WhenReached>
      <WhenReached {...needs}>
        <AccountEnd logoutHref={view.hrefs.logout} />
      </WhenReached>
    </div>
  )
}

const planBadge = {
  free: { kind: 'quiet', label: 'nav.freePlan' },
  trial: { kind: 'warn', label: 'plan.trialBadge' },
  open: { kind: 'brass', label: 'home.pro' },
  bad: { kind: 'bad', label: 'nav.freePlan' },
} as const

/** Whose account this is. */
function AccountProfile({ view }: { view: AccountView }) {
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
        <Badge kind={planBadge[plan.kind].kind} {...(plan.kind === 'open' && { icon: 'key-round' })}>
          {plan.kind === 'bad' ? t(plan.label) : t(planBadge[plan.kind].label)}
        </Badge>
      </div>
    </section>
  )
}

/** Everything anew, or out. */
function AccountEnd({ logoutHref }: { logoutHref: string }) {
  const t = useTranslate()
  const showToast = useToast()
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)

  async function reload() {
    setIsBusy(true)
    await revalidate()
    setIsBusy(false)
    showToast(t('account.reloaded'), { forMs: snackbarMs.error })
  }

  return (
    <Settings aria-label={t('account.more')}>
      {/* Without a script the form asks for this page again, which is the same. */}
      <form
        method="get"
        onSubmit={(event) => {
          event.preventDefault()
          void reload()
        }}
      >
        <SettingButton
          icon="refresh-cw"
          title={t(isBusy ? 'account.reloading' : 'account.reload')}
          type="submit"
          aria-busy={isBusy}
          disabled={isBusy}
        />
      </form>
      <SettingLink
        icon="key-round"
        title={t('account.privacy')}
        note={t('account.privacyMore')}
        isDocument
        href="/account/privacy"
        data-needs-reach
      />
      <SettingLink icon="log-out" title={t('account.logout')} isDanger isDocument href={logoutHref} data-needs-reach />
    </Settings>
  )
}
