import type { ReactNode } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useNeedsReach } from '../../../platform/connection/use-reach.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import { WhenReached } from '../../../ui/when-reached.tsx'
import { AccountEnd } from './account-end.tsx'
import { AccountLanguage } from './account-language.tsx'
import { AccountProfile } from './account-profile.tsx'
import type { AccountView, Told } from './account-view.ts'
import { CaptureSettings } from './capture-settings.tsx'
import { SignInSessions } from './sign-in-sessions.tsx'
import { SignInWays } from './sign-in-ways.tsx'
import css from './account-page.css?inline'
import href from './account-page.css?url'

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
