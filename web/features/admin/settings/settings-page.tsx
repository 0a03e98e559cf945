import { useRef, useState } from 'react'
import { settingGroups } from '#contract/admin/setting-choices.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { LinkTabs } from '../../../ui/page/link-tabs.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import { useHydrated } from '../../../ui/use-hydrated.ts'
import { AdminMain, ListSearch } from '../admin-main.tsx'
import { listHref, placeHref, settingsHref } from '../admin-places.ts'
import type { AdminError } from '../admin-view.ts'
import { useOutcome } from '../use-outcome.ts'
import { changedIn, controlsIn, isLost, savedOf, undo } from './setting-controls.ts'
import { LoginAgainBanner, RestartBanner } from './setting-banners.tsx'
import { SettingRow } from './setting-row.tsx'
import styles from './settings.css?page-style'
import { settingsFilters, type SettingsView, type SettingView } from './settings-view.ts'

/** All settings in groups. On a phone, the groups first. */
export function SettingsPage(view: SettingsView) {
  const t = useTranslate()
  const { error } = useOutcome()
  const { group, show, q, counts, waiting, groups, againHref } = view
  const here = placeHref('/setup')
  const firstOf = (settings: readonly SettingView[]) =>
    settings
      .slice(0, 3)
      .map(({ name }) => t(`admin.setting.${name}`))
      .join(', ')
  const isFiltered = q !== '' || show !== ''
  const chips = [
    { href: here, label: t('admin.settingsAll') },
    ...settingsFilters.map((one) => ({
      href: listHref(here, { show: one }),
      label: t(one === 'changed' ? 'admin.settingsChanged' : 'admin.settingsLocked', { count: counts[one] }),
    })),
  ]
  return (
    <AdminMain
      title={group ? t(`admin.settingsGroup.${group}`) : t('admin.settings')}
      lead={t('admin.settingsLead')}
      {...(group && { below: '/setup' as const })}
    >
      <PageStyle name="admin-settings" styles={styles} />
      {waiting && <RestartBanner names={waiting} />}
      {againHref !== null && <LoginAgainBanner href={againHref} hasInput={error !== null} />}
      {!group && (
        <div className="ui-cluster settings-filters">
          <LinkTabs label={t('admin.settingsShow')} look="chips" tabs={chips} current={listHref(here, { show })} />
          <ListSearch
            action={here}
            label={t('admin.settingsFind')}
            q={q}
            clearHref={here}
            found={groups.reduce((sum, one) => sum + one.settings.length, 0)}
          />
        </div>
      )}
      <div className={`settings-columns${group || isFiltered ? ' rows' : ''}`}>
        <nav aria-label={t('admin.settingsGroups')}>
          <ul>
            {settingGroups.map((one) => (
              <li key={one}>
                <PageLink href={settingsHref(one)} aria-current={one === group ? 'page' : undefined}>
                  <b>{t(`admin.settingsGroup.${one}`)}</b>
                  <span>{firstOf(groups.find((found) => found.group === one)?.settings ?? [])}</span>
                  <Icon name="chevron-right" />
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
        {groups.length === 0 ? (
          <EmptyState title={t('admin.settingsNone')} action={<ButtonLink href={here}>{t('admin.clear')}</ButtonLink>} />
        ) : (
          // After a change, its fields begin with what is saved.
          <SettingsForm key={JSON.stringify(groups)} view={view} error={error} />
        )}
      </div>
    </AdminMain>
  )
}

function SettingsForm({ view: { groups, group: only, againHref }, error }: { view: SettingsView; error: AdminError | null }) {
  const t = useTranslate()
  const settings = groups.flatMap((one) => one.settings)
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set(error ? settings.flatMap((one) => changedIn(one, error.typed)) : []))
  const mark = (name: string, isChanged: boolean) =>
    setChanged((before) => new Set(isChanged ? [...before, name] : [...before].filter((one) => one !== name)))
  const errorOf = (setting: SettingView) =>
    error?.errors[setting.name] ?? (error && isLost(setting, error.typed) ? t('admin.settingsTypeAgain') : undefined)
  const wrong = settings.filter((one) => errorOf(one) && (changed.has(one.name) || one.kind === 'secret'))
  const isHydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  function discard() {
    const controls = controlsIn(form.current)
    undo(controls, Object.assign({}, ...settings.map(savedOf)))
    // The bar is hidden now, and the focus was in it.
    controls.find(({ name }) => changed.has(name))?.focus()
    setChanged(new Set())
  }
  const edited = settings.filter(({ name }) => changed.has(name))
  const count = edited.length
  const restarts = edited.filter(({ change }) => change === 'restart').length
  const counts = [t('admin.settingsUnsavedCount', { count }), restarts > 0 && t('admin.settingsAfterRestart', { count: restarts })]
  return (
    <form ref={form} className="settings-form" method="post">
      <fieldset disabled={againHref !== null && !error}>
        <legend className="sr-only">{t('admin.settings')}</legend>
        {groups.map(({ group, settings: rows, others }) => (
          <section key={group} aria-labelledby={`settings-${group}`}>
            <h2 id={`settings-${group}`} className={only ? 'sr-only' : undefined}>
              {t(`admin.settingsGroup.${group}`)}
            </h2>
            {rows.length > 0 && (
              <div className="ui-panel">
                {rows.map((setting) => (
                  <SettingRow
                    key={setting.name}
                    setting={setting}
                    isChanged={changed.has(setting.name)}
                    mark={(isChanged) => mark(setting.name, isChanged)}
                    error={errorOf(setting)}
                    typed={error?.typed}
                  />
                ))}
              </div>
            )}
            {others.length > 0 && (
              <details className="settings-others" open={others.some(({ value }) => value !== '')}>
                <summary>{t('admin.settingsOnly')}</summary>
                <dl>
                  {others.map(({ name, value }) => (
                    <div key={name}>
                      <dt>
                        <code dir="ltr">{name}</code>
                      </dt>
                      <dd>{value ? <bdi dir="ltr">{value}</bdi> : t('admin.settingsNotSet')}</dd>
                    </div>
                  ))}
                </dl>
              </details>
            )}
          </section>
        ))}
        {settings.some(({ change }) => change !== 'environment') && (
          <div className={count > 0 ? 'settings-bar changed' : 'settings-bar'} hidden={isHydrated && count === 0}>
            <p role="status">
              {wrong[0] ? (
                <a href={`#setting-${wrong[0].name}`}>{t('admin.settingsLook', { count: wrong.length })}</a>
              ) : (
                count > 0 && counts.filter(Boolean).join(' · ')
              )}
            </p>
            {count > 0 && (
              <Button kind="ghost" onClick={discard}>
                {t('admin.settingsDiscard')}
              </Button>
            )}
            <Button kind="primary" type="submit" name="intent" value="save">
              {t('admin.settingsSave')}
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  )
}
