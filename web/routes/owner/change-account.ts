import { redirect, type ActionFunctionArgs } from 'react-router'
import { isRefused } from '#contract/api.ts'
import { ownerHref } from '#contract/pages.ts'
import type { Told } from '../../features/account/settings/account-view.ts'
import { faultOf, readLabels, withLabel, withoutLabel, writeLabels } from '../../features/account/settings/labels.ts'
import { captureSettings, isCaptureSetting, languageSetting, readSeconds } from '../../features/account/settings/settings.ts'
import { successOf } from '../../features/account/settings/success-of.ts'
import { whyNotKept } from '../../features/account/settings/why-not-kept.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { languages } from '#contract/languages.ts'
import { translateFor } from '../translate-for.ts'
import { languageCookie } from '../../platform/language.ts'
import { apiContext } from '../../platform/provided.ts'
import { loginHref } from '../account/open-account.ts'
import type { Owner } from './open-owner.ts'
import { readCard } from '../card/shell/open-card.ts'
import { fieldOf } from '../admin/tried.ts'

type Value = boolean | number | string

/** What the page of one's account does when its forms come without a script: the same calls, told on the next page. */
export async function changeAccount(args: ActionFunctionArgs, { alias, cardKey }: Owner): Promise<Told> {
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
    const fault = faultOf(value, labels)
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
