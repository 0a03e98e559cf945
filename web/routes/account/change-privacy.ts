import { pathTo } from '#common/path-to.ts'
import { redirect, type ActionFunctionArgs } from 'react-router'
import { isRefused } from '#contract/api.ts'
import type { PrivacyTold } from '../../features/account/privacy/privacy-view.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { translateFor } from '../translate-for.ts'
import { apiContext } from '../../platform/provided.ts'
import { loginHref } from './open-account.ts'
import { privacyHref } from './load-privacy.ts'
import { fieldOf } from '../admin/tried.ts'

/** What the buttons of the page about privacy do. A refusal is told where it belongs; everything else leads on. */
export async function changePrivacy({ request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>): Promise<PrivacyTold> {
  const form = await request.formData()
  const { call } = context.get(apiContext)
  const t = translateFor(request)
  const bad = (key: MessageKey, at: PrivacyTold['at'] = 'top'): PrivacyTold => ({ text: t(key), isBad: true, at })
  const token = fieldOf(form, 'token')
  try {
    const intent = fieldOf(form, 'intent')
    if (intent === 'archive') {
      if ((await call('privacy.read')).isFresh) throw redirect(pathTo('privacy.archive', {}))
      throw redirect(loginHref(privacyHref, 'archive'))
    }
    if (intent === 'leave') {
      const { success } = await call('privacy.leave', { input: { confirm: fieldOf(form, 'confirm') } })
      if (success) throw redirect(`${privacyHref}?told=leaving`)
    }
    if (intent === 'keep') {
      await call('privacy.keep', { input: token ? { token } : {} })
      if (token) return { text: t('privacy.kept2'), isBad: false, at: 'top' }
      throw redirect(`${privacyHref}?told=kept`)
    }
  } catch (thrown) {
    if (!isRefused(thrown)) throw thrown
    const { type, status } = thrown.problem
    if (type === '/problems/link-used' || (token && status === 422)) return bad('privacy.linkUsed')
    if (status === 401) throw redirect(loginHref(privacyHref, 'leave'))
    if (status === 422) return bad('privacy.confirmWrong', 'confirm')
    if (status >= 500) throw thrown
  }
  return bad('privacy.failed')
}
