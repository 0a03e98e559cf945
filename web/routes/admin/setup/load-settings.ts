import type { AdminSetting } from '#contract/admin/admin.ts'
import { changeableSettings, settingGroups } from '#contract/admin/setting-choices.ts'
import { listHref, placeHref } from '../../../features/admin/admin-places.ts'
import {
  settingsFilters,
  type SettingsFilter,
  type SettingsView,
  type SettingView,
} from '../../../features/admin/settings/settings-view.ts'
import { loginHref } from '../../../loaders/open-account.ts'
import { waitingNames } from '../../../loaders/waiting-names.ts'
import type { PageRequest } from '../admin-loader.ts'

/** All settings, or those of the group in the path. */
export async function loadSettings(request: PageRequest): Promise<SettingsView | 'settings'> {
  const { call, id, q, query } = request
  const group = settingGroups.find((one) => one.toLowerCase() === id) ?? null
  if (id && !group) return 'settings'
  const show = group ? undefined : settingsFilters.find((one) => one === query.get('show'))
  const [{ settings: all }, { isLoginRecent }] = await Promise.all([call('admin.settings'), call('privacy.read')])
  const hasPlans = all.some(({ name, value }) => name === 'PLANS' && value === 'on')
  // Without plans, only what turns them on.
  const settings = all.filter((one) => hasPlans || one.group !== 'plans' || one.name === 'PLANS')
  const words = group ? '' : q.toLowerCase()
  const views = settings.flatMap((setting) => viewOf(setting, request) ?? []).toSorted((a, b) => placeOf(a) - placeOf(b))
  const isVisible = (view: SettingView) => (!show || isOf(show, view)) && textOf(view, request).includes(words)
  // Without a search these would only be in the way.
  const others = settings.filter(({ name }) => !views.some((view) => view.name === name))
  const groups = settingGroups
    .filter((one) => !group || one === group)
    .map((one) => ({
      group: one,
      settings: views.filter((view) => view.group === one && isVisible(view)),
      others: show
        ? []
        : others
            .filter((other) => other.group === one && other.name.toLowerCase().includes(words))
            .map(({ name, value, source }) => ({ name, value: source === 'default' ? '' : value })),
    }))
  return {
    group,
    show: show ?? '',
    q,
    counts: {
      changed: views.filter((view) => isOf('changed', view)).length,
      locked: views.filter((view) => isOf('locked', view)).length,
    },
    waiting: waitingNames(all, request.language, request.t),
    groups: groups.filter((one) => one.settings.length + one.others.length > 0),
    againHref: isLoginRecent ? null : loginHref(listHref(placeHref('/setup') + (group ? `/${id}` : ''), { q, show }), 'settings'),
  }
}

function viewOf(setting: AdminSetting, { t, day }: PageRequest): (SettingView & Pick<AdminSetting, 'group'>) | null {
  const name = changeableSettings.find((one) => one === setting.name)
  if (!name) return null
  const { setAt, setBy, ...rest } = setting
  return { ...rest, name, setBy: setAt === null ? '' : t('admin.settingsHereBy', { when: day(setAt), who: setBy ?? t('admin.byLine') }) }
}

const placeOf = ({ name }: SettingView) => changeableSettings.indexOf(name)

const isOf = (filter: SettingsFilter, { source }: SettingView) => source === (filter === 'changed' ? 'stored' : 'environment')

const textOf = ({ name }: SettingView, { t }: PageRequest) =>
  `${name} ${t(`admin.setting.${name}`)} ${t(`admin.setting.${name}.help`)}`.toLowerCase()
