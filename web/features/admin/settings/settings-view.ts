import type { AdminSetting } from '#contract/admin/admin.ts'
import type { ChangeableSetting, SettingGroup } from '#contract/admin/setting-choices.ts'

export const settingsFilters = ['changed', 'locked'] as const
export type SettingsFilter = (typeof settingsFilters)[number]

export type SettingView = Pick<AdminSetting, 'kind' | 'choices' | 'value' | 'source' | 'change' | 'running'> & {
  name: ChangeableSetting
  /** “June 3, maren@example.com”, of one that was set here. */
  setBy: string
}

export type SettingsView = {
  /** The only group on the page; null: all. */
  group: SettingGroup | null
  show: SettingsFilter | ''
  q: string
  counts: Record<SettingsFilter, number>
  /** The names of settings whose change waits for a restart; empty: none. */
  waiting: string
  groups: readonly {
    group: SettingGroup
    settings: readonly SettingView[]
    /** Those that only the environment sets. */
    others: readonly { name: string; value: string }[]
  }[]
  /** Where a person logs in again before they can change settings; null after a recent login. */
  againHref: string | null
}

export const signUpChoices = ['open', 'invited', 'domains', 'off'] as const
