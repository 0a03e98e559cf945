import type { AdminSetting } from '#contract/admin/admin.ts'
import type { Translate } from '#common/messages/message.ts'
import { beforeField, domainsField, removeField } from '../platform/setting-fields.ts'
import { fieldOf } from './submit-form.ts'

export type SettingChange = { name: string; value: string }

/**
 * Only what was changed in the form: another administrator may have saved since, and then the field has an error. A field that began empty
 * where the default was in effect had a proposal, which is saved. Secrets are not sent back to a form that was rejected.
 */
export function changedSettings(form: FormData, settings: readonly AdminSetting[], t: Translate) {
  const errors: Record<string, string> = {}
  const changed = settings.flatMap(({ name, kind, value: saved, source }): SettingChange[] => {
    // A switch that is on posts after its “off”.
    const typed = form
      .getAll(name)
      .findLast((value) => typeof value === 'string')
      ?.trim()
    if (typed === undefined) return []
    const isRemoved = form.has(removeField(name))
    if (kind === 'secret' && typed !== '') form.delete(name)
    // Without a domain it is refused: an empty text would be the default, which is open.
    const value = name === 'SIGN_UP' && typed === 'domains' ? fieldOf(form, domainsField).trim() || typed : typed
    if (kind === 'secret') return typed === '' && !isRemoved ? [] : [{ name, value }]
    const before = fieldOf(form, beforeField(name))
    const isProposal = before === '' && saved !== '' && source === 'default'
    if (value === before || (value === saved && !isProposal)) return []
    if (before !== saved && !isProposal) errors[name] = t('admin.settingsMoved', { value: saved })
    return [{ name, value }]
  })
  return { changed, errors }
}
