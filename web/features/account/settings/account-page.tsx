import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useNeedsReach } from '../../../platform/connection/use-reach.ts'
import { OwnerIcon as Icon } from '../../../ui/icons/owner-icon.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import { useSnackbar } from '../../../ui/snackbar.tsx'
import { WhenReached } from '../../../ui/when-reached.tsx'
import { AccountLanguage } from './account-language.tsx'
import type { AccountView, Told } from './account-view.ts'
import { CaptureSettings } from './capture-settings.tsx'
import { SignInSessions } from './sign-in-sessions.tsx'
import { SignInWays } from './sign-in-ways.tsx'
import css from './account-page.css?inline'
import href from './account-page.css?url'
import { RowWords } from './account-row.tsx'
import { planState } from './plan-state.ts'

type Props = { view: AccountView; told: Told | null; notifications: ReactNode }

/** The person behind a card, and what they may decide about it. */
export function AccountPage({ view, told, notifications }: Props) {
  const t = useTranslate()
  const needs = useNeedsReach()
  return (
    <div className="account">
      <PageStyle name="account-page" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <h1>{t('page.myAccount')}</h1>
      {told && (
        <p className={told.isBad ? 'told bad' : 'told'} role={told.isBad ? 'alert' : 'status'}>
          <Icon name={told.isBad ? 'circle-alert' : 'check'} />
          {told.text}
        </p>
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

const planBadge = { free: 'nav.freePlan', trial: 'plan.trialBadge', open: 'home.pro' } as const

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
        <span className={`badge ${plan.kind}`}>
          {plan.kind === 'open' && <Icon name="key-round" />}
          {plan.kind === 'bad' ? t(plan.label) : t(planBadge[plan.kind])}
        </span>
      </div>
    </section>
  )
}

/** Everything anew, or out. */
function AccountEnd({ logoutHref }: { logoutHref: string }) {
  const t = useTranslate()
  const snack = useSnackbar()
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)

  async function reload() {
    setIsBusy(true)
    await revalidate()
    setIsBusy(false)
    snack(t('account.reloaded'), { forMs: snackbarMs.error })
  }

  return (
    <section className="rows" aria-label={t('account.more')}>
      {/* Without a script the form asks for this page again, which is the same. */}
      <form
        method="get"
        onSubmit={(event) => {
          event.preventDefault()
          void reload()
        }}
      >
        <button className="row" type="submit" aria-busy={isBusy} disabled={isBusy}>
          <RowWords icon="refresh-cw" name={t(isBusy ? 'account.reloading' : 'account.reload')} />
        </button>
      </form>
      <a className="row" href="/account/privacy" data-needs-reach>
        <RowWords icon="key-round" name={t('account.privacy')} more={t('account.privacyMore')} />
        <Icon name="chevron-right" />
      </a>
      <a className="row bad" href={logoutHref} data-needs-reach>
        <RowWords icon="log-out" name={t('account.logout')} />
      </a>
    </section>
  )
}
