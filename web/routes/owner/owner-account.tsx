import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from 'react-router'
import type { MessageKey } from '#common/messages/message.ts'
import { isProblem } from '#contract/api.ts'
import { languages } from '#contract/languages.ts'
import { cardHref, ownerHref } from '#contract/pages.ts'
import { AccountPage } from '../../features/account/settings/account-page.tsx'
import { hasInbox } from '../../features/shell/use-owner-nav.ts'
import type { AccountView, AccountNotice } from '../../features/account/settings/account-view.ts'
import { errorOf, readLabels, withLabel, withoutLabel, writeLabels } from '../../features/account/settings/labels.ts'
import { captureSettings, isCaptureSetting, languageSetting, readSeconds } from '../../features/account/settings/account-settings.ts'
import { throwUnlessSuccess } from '../../platform/api/throw-unless-success.ts'
import { saveErrorText } from '../../i18n/error-text.ts'
import { NotificationSettings } from '../../features/push/notification-settings.tsx'
import { languageCookie } from '../../platform/language.ts'
import { apiContext, freshRouterContext, siteContext } from '../../platform/router-context.ts'
import { detailsHref, photoHref, subscriptionHref } from '../../loaders/account-links.ts'
import { readOrNull } from '../../loaders/login-again.ts'
import { loginHref } from '../../loaders/open-account.ts'
import { readCard } from '../../loaders/open-card.ts'
import { fieldOf } from '../../loaders/submit-form.ts'
import { metas } from '../metas.ts'
import { openOwner, type OpenOwner } from '../../loaders/open-owner.ts'
import type { Owner } from '../../loaders/owner-of.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { useOwner } from './use-owner.ts'
import { useLanguage } from '../shell/use-language.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openOwner(args)
  const { productName } = args.context.get(siteContext)
  return {
    facts: await loadAccount(args, open),
    title: [translateFor(args.request)('page.myAccount'), productName].join(' | '),
  }
}

export async function action(args: ActionFunctionArgs) {
  // Reads are cached per request: a read before the change would return the old values after it.
  const before = { ...args, context: freshRouterContext(args.context) }
  const { owner } = await openOwner(before)
  return changeAccount(before, owner)
}

export { unlessShare as shouldRevalidate } from '../../platform/share-address.ts'

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function OwnerAccount() {
  const { facts } = useLoaderData<typeof loader>()
  const notice = useActionData<typeof action>()
  const { alias, cardId, cardKey, experiments } = useOwner()
  const view = { ...facts, language: useLanguage(), hasLanguages: experiments.includes('EnableTranslations') }
  // Not lazy: React would drop the server's HTML until it has loaded, and everything below would shift.
  const notifications = hasInbox(experiments) && <NotificationSettings alias={alias} cardId={cardId} cardKey={cardKey} />
  return <AccountPage view={view} notice={notice ?? null} notifications={notifications} />
}

/** Loads the account page. What cannot be loaded is shown as unknown. */
async function loadAccount(
  args: LoaderFunctionArgs,
  { owner, capture }: OpenOwner,
): Promise<Omit<AccountView, 'language' | 'hasLanguages'>> {
  const api = args.context.get(apiContext)
  const orNull = readOrNull(args.request, owner.alias)
  const [sessions, ways, mail] = await Promise.all([
    orNull(api.call('accounts.sessions')),
    orNull(api.call('accounts.loginMethods')),
    orNull(api.call('accounts.mailRejection')),
  ])
  const { enabled, desktopEnabled, timeout, applyTags } = capture
  const { alias, cardKey, cardName, name, email, initials, portrait, subscription } = owner
  return {
    alias,
    cardKey,
    cardName,
    name,
    email,
    initials,
    portrait,
    subscription,
    capture: { enabled, desktopEnabled, timeoutSeconds: timeout, labels: applyTags },
    mayLabel: owner.may.labels,
    sessions,
    ways,
    mailRejection: mail?.rejection ?? null,
    hrefs: {
      photo: photoHref(alias),
      upgrade: subscriptionHref(alias),
      details: detailsHref(),
      logout: `${owner.logoutHref}${owner.logoutHref.includes('?') ? '&' : '?'}${new URLSearchParams({ returnUrl: cardHref({ alias }, 'home') })}`,
    },
  }
}

type Value = boolean | number | string

/** The actions of the account page for forms without a script: the same calls, with their result on the next page. */
async function changeAccount(args: ActionFunctionArgs, { alias, cardKey, email }: Owner): Promise<AccountNotice> {
  const form = await args.request.formData()
  const [intent, value] = [fieldOf(form, 'intent'), fieldOf(form, 'value')]
  const { call } = args.context.get(apiContext)
  const t = translateFor(args.request)
  const card = { alias, key: cardKey }
  const save = (which: keyof typeof captureSettings, searched: Value) =>
    call('cards.updateSettings', { input: { ...card, ...captureSettings[which], value: searched } })
  const done = async (
    request: Promise<{ success: number; message: string }>,
    messageKey: MessageKey,
    facts = {},
  ): Promise<AccountNotice> => {
    try {
      throwUnlessSuccess(await request)
      return { text: t(messageKey, facts), isBad: false }
    } catch (thrown) {
      if (thrown instanceof Response) throw thrown
      return { text: saveErrorText(thrown, t), isBad: true }
    }
  }
  const wrong = (key: MessageKey): AccountNotice => ({ text: t(key), isBad: true })

  if (intent === 'language') {
    const language = languages.find((known) => known === value)
    if (!language) return wrong('account.notSavedUnknown')
    throw redirect(new URL(args.request.url).pathname, { headers: { 'set-cookie': languageCookie(language) } })
  }
  if (intent === 'default-language')
    return done(call('cards.updateApplicationSettings', { input: { ...card, ...languageSetting, value } }), 'account.saved')
  if (intent === 'timeout') {
    const seconds = readSeconds(value)
    return seconds === null ? wrong('account.captureTimeIssue') : done(save('timeout', seconds), 'account.saved')
  }
  if (intent === 'label-add' || intent === 'label-remove') {
    const labels = await labelsOf(args)
    if (intent === 'label-remove')
      return done(save('labels', writeLabels(withoutLabel(labels, value))), 'account.labelRemoved', { label: value })
    const issue = errorOf(value, labels)
    return issue ? wrong(issue) : done(save('labels', writeLabels(withLabel(labels, value))), 'account.labelAdded', { label: value })
  }
  if (intent === 'session-end')
    return done(
      call('accounts.endSession', { input: { id: value } }),
      value === 'others' ? 'account.sessionsEnded' : 'account.sessionEnded',
    )
  if (intent === 'mail-retry') return done(call('accounts.clearMailRejection', { input: {} }), 'account.mailRetried', { email })
  if (intent === 'passkey-remove') {
    const removing = call('accounts.removePasskey', { input: { id: value } }).catch((thrown: unknown) => {
      if (isProblem(thrown) && thrown.problem.status === 401) throw redirect(loginHref(ownerHref(alias, 'myAccount'), 'passkeys'))
      throw thrown
    })
    return done(removing, 'account.passkeyRemoved')
  }
  return isCaptureSetting(intent) ? done(save(intent, value === 'on'), 'account.saved') : wrong('account.notSavedUnknown')
}

async function labelsOf(args: ActionFunctionArgs): Promise<string[]> {
  const card = (await readCard(args)).answer['{product}']
  return 'settings' in card ? readLabels(card.settings.connectClientsSetting.applyTags) : []
}
