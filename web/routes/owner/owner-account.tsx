import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from 'react-router'
import type { MessageKey } from '#common/messages/message.ts'
import { isRefused } from '#contract/api.ts'
import { languages } from '#contract/languages.ts'
import { cardHref, ownerHref } from '#contract/pages.ts'
import { AccountPage } from '../../features/account/settings/account-page.tsx'
import type { AccountView, Told } from '../../features/account/settings/account-view.ts'
import { errorOf, readLabels, withLabel, withoutLabel, writeLabels } from '../../features/account/settings/labels.ts'
import { captureSettings, isCaptureSetting, languageSetting, readSeconds } from '../../features/account/settings/settings.ts'
import { successOf } from '../../features/account/settings/success-of.ts'
import { whyNotKept } from '../../features/account/settings/why-not-kept.ts'
import { NotificationSettings } from '../../features/push/notification-settings.tsx'
import { languageCookie } from '../../platform/language.ts'
import { apiContext, provideAgain, siteContext } from '../../platform/provided.ts'
import { passwordHref, photoHref, subscriptionHref } from '../account/account-links.ts'
import { readOrNull } from '../account/login-again.ts'
import { loginHref } from '../account/open-account.ts'
import { readCard } from '../card/shell/open-card.ts'
import { fieldOf } from '../admin/tried.ts'
import { metas } from '../metas.ts'
import { openOwner, type OpenOwner, type Owner } from './open-owner.ts'
import { translateFor } from '../translate-for.ts'
import { useOwner } from './use-owner.ts'
import { useLanguage } from '../card/shell/use-language.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openOwner(args)
  const { productName } = args.context.get(siteContext)
  return {
    facts: await loadAccount(args, open),
    title: [translateFor(args.request)('page.myAccount'), productName].join(' | '),
  }
}

export async function action(args: ActionFunctionArgs) {
  // A card is read once for a request: what is read before the change must not be what the page after it shows.
  const before = { ...args, context: provideAgain(args.context) }
  const { owner } = await openOwner(before)
  return changeAccount(before, owner)
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function OwnerAccount() {
  const { facts } = useLoaderData<typeof loader>()
  const told = useActionData<typeof action>()
  const { alias, cardId, cardKey, experiments } = useOwner()
  const view = { ...facts, language: useLanguage(), hasLanguages: experiments.includes('EnableTranslations') }
  // Part of the page's own script: a lazy one drops the server's HTML until it is loaded, and everything below it moves.
  const notifications = experiments.includes('NotificationsSubscribe') && (
    <NotificationSettings alias={alias} cardId={cardId} cardKey={cardKey} />
  )
  return <AccountPage view={view} told={told ?? null} notifications={notifications} />
}

/** What the page of one's account shows. What cannot be read just now is told so, and the rest stands. */
async function loadAccount(
  args: LoaderFunctionArgs,
  { owner, capture }: OpenOwner,
): Promise<Omit<AccountView, 'language' | 'hasLanguages'>> {
  const api = args.context.get(apiContext)
  const orNull = readOrNull(args.request, owner.alias)
  const [sessions, ways] = await Promise.all([orNull(api.call('accounts.sessions')), orNull(api.call('accounts.ways'))])
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
    hrefs: {
      photo: photoHref(alias),
      upgrade: subscriptionHref(alias),
      password: passwordHref,
      logout: `${owner.logoutHref}${owner.logoutHref.includes('?') ? '&' : '?'}${new URLSearchParams({ returnUrl: cardHref({ alias }, 'home') })}`,
    },
  }
}

type Value = boolean | number | string

/** What the page of one's account does when its forms come without a script: the same calls, told on the next page. */
async function changeAccount(args: ActionFunctionArgs, { alias, cardKey }: Owner): Promise<Told> {
  const form = await args.request.formData()
  const [intent, value] = [fieldOf(form, 'intent'), fieldOf(form, 'value')]
  const { call } = args.context.get(apiContext)
  const t = translateFor(args.request)
  const card = { alias, key: cardKey }
  const keep = (which: keyof typeof captureSettings, wanted: Value) =>
    call('cards.updateSettings', { input: { ...card, ...captureSettings[which], value: wanted } })
  const done = async (doing: Promise<{ success: number; message: string }>, said: MessageKey, facts = {}): Promise<Told> => {
    try {
      successOf(await doing)
      return { text: t(said, facts), isBad: false }
    } catch (thrown) {
      if (thrown instanceof Response) throw thrown
      return { text: whyNotKept(thrown, t), isBad: true }
    }
  }
  const wrong = (key: MessageKey): Told => ({ text: t(key), isBad: true })

  if (intent === 'language') {
    const language = languages.find((known) => known === value)
    if (!language) return wrong('account.notKeptBare')
    throw redirect(new URL(args.request.url).pathname, { headers: { 'set-cookie': languageCookie(language) } })
  }
  if (intent === 'default-language')
    return done(call('cards.updateApplicationSettings', { input: { ...card, ...languageSetting, value } }), 'account.saved')
  if (intent === 'timeout') {
    const seconds = readSeconds(value)
    return seconds === null ? wrong('account.captureTimeFault') : done(keep('timeout', seconds), 'account.saved')
  }
  if (intent === 'label-add' || intent === 'label-remove') {
    const labels = await labelsOf(args)
    if (intent === 'label-remove')
      return done(keep('labels', writeLabels(withoutLabel(labels, value))), 'account.labelRemoved', { label: value })
    const fault = errorOf(value, labels)
    return fault ? wrong(fault) : done(keep('labels', writeLabels(withLabel(labels, value))), 'account.labelAdded', { label: value })
  }
  if (intent === 'session-end')
    return done(
      call('accounts.endSession', { input: { id: value } }),
      value === 'others' ? 'account.sessionsEnded' : 'account.sessionEnded',
    )
  if (intent === 'passkey-remove') {
    const removing = call('accounts.removePasskey', { input: { id: value } }).catch((thrown: unknown) => {
      if (isRefused(thrown) && thrown.problem.status === 401) throw redirect(loginHref(ownerHref(alias, 'myAccount'), 'passkeys'))
      throw thrown
    })
    return done(removing, 'account.passkeyRemoved')
  }
  return isCaptureSetting(intent) ? done(keep(intent, value === 'on'), 'account.saved') : wrong('account.notKeptBare')
}

async function labelsOf(args: ActionFunctionArgs): Promise<string[]> {
  const card = (await readCard(args)).answer['{product}']
  return 'settings' in card ? readLabels(card.settings.connectClientsSetting.applyTags) : []
}
