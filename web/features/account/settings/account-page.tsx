import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { MailRejection } from '#contract/accounts/accounts.ts'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useOwnerCall } from '../../../platform/api/use-owner-call.ts'
import { useServerRequired } from '../../../platform/connection/use-reach.ts'
import { useSite } from '../../../platform/use-site.ts'
import { Button } from '../../../ui/button/button.tsx'
import { TextLink } from '../../../ui/button/text-link.tsx'
import { EditableAvatar } from '../../../ui/list/avatar.tsx'
import { SettingButton, SettingLink, Settings } from '../../../ui/list/settings.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { Stack } from '../../../ui/page/layout.tsx'
import { PageHeader, Profile } from '../../../ui/page/page-header.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Badge } from '../../../ui/status/badge.tsx'
import { OnlineOnly } from '../../../ui/online-only.tsx'
import { AccountLanguage } from './account-language.tsx'
import type { AccountView, AccountNotice } from './account-view.ts'
import { CaptureSettings } from './capture-settings.tsx'
import { SignInSessions } from './sign-in-sessions.tsx'
import { LoginMethodList } from './login-method-list.tsx'
import { planState } from './plan-state.ts'
import { useMoment } from './use-moment.ts'
import { useReloadingMutation } from './use-reloading-mutation.ts'

type Props = { view: AccountView; notice: AccountNotice | null; notifications: ReactNode }

/** The account of a card’s owner, and its settings. */
export function AccountPage({ view, notice, notifications }: Props) {
  const t = useTranslate()
  const required = useServerRequired()
  return (
    <Stack isNarrow>
      <PageHeader title={t('page.myAccount')} />
      {notice && (
        <Banner kind={notice.isBad ? 'bad' : 'ok'} isLive>
          {notice.text}
        </Banner>
      )}
      <AccountProfile view={view} />
      <OnlineOnly {...required}>
        <Settings aria-label={t('details.title')}>
          <SettingLink icon="circle-user-round" title={t('details.title')} note={t('details.note')} isDocument href={view.hrefs.details} />
        </Settings>
      </OnlineOnly>
      {view.mailRejection && <RefusedMail view={view} rejection={view.mailRejection} />}
      {view.hasLanguages && (
        <OnlineOnly {...required}>
          <AccountLanguage view={view} />
        </OnlineOnly>
      )}
      <OnlineOnly {...required}>
        <CaptureSettings key={JSON.stringify(view.capture)} view={view} />
      </OnlineOnly>
      {notifications}
      <OnlineOnly {...required}>
        <SignInSessions view={view} />
      </OnlineOnly>
      <OnlineOnly {...required}>
        <LoginMethodList view={view} />
      </OnlineOnly>
      <OnlineOnly {...required}>
        <AccountEnd logoutHref={view.hrefs.logout} />
      </OnlineOnly>
    </Stack>
  )
}

const planBadge = {
  free: { kind: 'quiet', label: 'nav.freePlan' },
  trial: { kind: 'warn', label: 'plan.trialBadge' },
  open: { kind: 'brass', label: 'home.pro' },
  bad: { kind: 'bad', label: 'nav.freePlan' },
} as const

/** The account's name and email address. */
function AccountProfile({ view }: { view: AccountView }) {
  const t = useTranslate()
  const { portrait, cardName, name, email, hrefs } = view
  const plan = planState(view.subscription)
  const { hasPlans } = useSite()
  return (
    <Profile
      picture={<EditableAvatar name={cardName} picture={portrait?.src} size={84} editHref={hrefs.photo} editLabel={t('account.photo')} />}
      title={cardName}
    >
      {name && name !== cardName && <p dir="auto">{t('account.signedInAs', { name })}</p>}
      <p>{email}</p>
      {hasPlans && (
        <Badge kind={planBadge[plan.kind].kind} {...(plan.kind === 'open' && { icon: 'key-round' })}>
          {plan.kind === 'bad' ? t(plan.label) : t(planBadge[plan.kind].label)}
        </Badge>
      )}
    </Profile>
  )
}

/** The mail server refuses the owner's address. */
function RefusedMail({ view: { alias, email, language, ways, hrefs }, rejection }: { view: AccountView; rejection: MailRejection }) {
  const t = useTranslate()
  const call = useOwnerCall(alias)
  const moment = useMoment(language)
  const { isBusy, act } = useReloadingMutation()
  const retry = (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        void act(() => call('accounts.clearMailRejection', { input: {} }), t('account.mailRetried', { email }))
      }}
    >
      <Button type="submit" name="intent" value="mail-retry" isBusy={isBusy}>
        {t('account.mailRetry')}
      </Button>
    </form>
  )
  return (
    <Banner kind="warn" title={t('account.mailRefused', { email })} action={retry}>
      {t('account.mailRefusedWhy', { when: moment(rejection.lastAt), answer: rejection.answer })}{' '}
      {rejection.isPaused && t('account.mailRefusedPaused')}{' '}
      {ways?.usesIdentityProvider ? (
        t('account.mailRefusedOutside')
      ) : (
        <TextLink isDocument href={`${hrefs.details}#email`}>
          {t('account.mailRefusedChange')}
        </TextLink>
      )}
    </Banner>
  )
}

/** Reload and log out. */
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
      {/* Without a script, submitting the form reloads the page. */}
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
        data-online-only
      />
      <SettingLink icon="log-out" title={t('account.logout')} isDanger isDocument href={logoutHref} data-online-only />
    </Settings>
  )
}
