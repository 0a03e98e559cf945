import type { AdminSetting } from '#contract/admin/admin.ts'
import { changeableSettings } from '#contract/admin/setting-choices.ts'
import type { Translate } from '#common/messages/message.ts'

/** The settings whose change waits for a restart, by the names in the admin. */
export function waitingNames(settings: readonly AdminSetting[], language: string, t: Translate): string {
  const isWaiting = (name: string) => settings.some((one) => one.name === name && one.running !== null)
  return new Intl.ListFormat(language).format(changeableSettings.filter(isWaiting).map((name) => t(`admin.setting.${name}`)))
}
