import { Fragment, useState } from 'react'
import { plans } from '#contract/billing/plans.ts'
import { experiments, type Experiment } from '#contract/cards/drawing.ts'
import { permissions, type Permission } from '#contract/permissions.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { Button } from '../../../ui/button/button.tsx'
import { SearchField } from '../../../ui/field/search-field.tsx'
import { Segments } from '../../../ui/field/segments.tsx'
import { Switch } from '../../../ui/field/switch.tsx'
import { Table } from '../../../ui/list/table.tsx'
import { Cluster, SaveBar } from '../../../ui/page/layout.tsx'
import { LinkTabs } from '../../../ui/page/link-tabs.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { Status } from '../../../ui/status/status.tsx'
import { anyCardHref, experimentField } from '../admin-places.ts'
import type { AdminError, CardView } from '../admin-view.ts'

type NamedPermission = Exclude<Permission, 'None'>
const permissionNames = (Object.keys(permissions) as Permission[]).filter((name) => name !== 'None')
const has = (plan: keyof typeof plans, name: Permission) => (plans[plan] as readonly Permission[]).includes(name)
const differing = permissionNames.filter((name) => has('FREE', name) !== has('PRO', name))

const choices = ['plan', 'grant', 'revoke'] as const
type Choice = (typeof choices)[number]
type Props = { card: CardView; show: string; q: string; error: AdminError | null }

/** A card's permissions: by its plan, or changed here. They are saved together. */
export function CardPermissions({ card, show, q, error }: Props) {
  const t = useTranslate()
  const { hasPlans } = useSite()
  // Without plans this one is hidden, and posted unchanged.
  const names = permissionNames.filter((name) => hasPlans || name !== 'ShowFreemiumBanners')
  const { alias, plan, granted, revoked, rights } = card
  const saved = (name: NamedPermission): Choice => (revoked.includes(name) ? 'revoke' : granted.includes(name) ? 'grant' : 'plan')
  const [words, setWords] = useState(q)
  const [discards, setDiscards] = useState(0)
  const [chosen, setChosen] = useState(() => choicesIn(error?.typed))
  const changes = permissionNames.filter((name) => chosen[name] !== undefined && chosen[name] !== saved(name))
  const changedHere = names.filter((name) => saved(name) !== 'plan')
  const usual = hasPlans ? differing : names
  const lists: Record<string, readonly NamedPermission[]> = { '': usual, ...(hasPlans && { all: names }), changed: changedHere }
  const isFound = (name: NamedPermission) => `${t(`admin.permission.${name}`)} ${name}`.toLowerCase().includes(words.trim().toLowerCase())
  const visible = (lists[show] ?? usual).filter(isFound)
  const here = anyCardHref(alias, 'permissions')
  const hrefOf = (list: string) => (list ? `${here}?show=${list}` : here)
  const options = choices.map((value) => ({
    value,
    label: t(`admin.permissionBy.${value}`, { plans: hasPlans }),
  }))
  const result = (name: NamedPermission) => {
    const choice = chosen[name]
    return choice === undefined ? rights.includes(name) : choice === 'plan' ? has(plan, name) : choice === 'grant'
  }
  return (
    <>
      <Cluster>
        <form
          className="ui-cluster"
          role="search"
          action={here}
          // Unsaved choices stay.
          onSubmit={(event) => event.preventDefault()}
        >
          {show && <input type="hidden" name="show" value={show} />}
          <SearchField
            label={t('admin.permissionFind')}
            isLabelHidden
            placeholder={t('admin.permissionFind')}
            name="q"
            value={words}
            maxLength={100}
            onChange={(event) => setWords(event.target.value)}
            clear={words ? { label: t('admin.clear'), onClick: () => setWords('') } : undefined}
          />
          <Button type="submit">{t('admin.find')}</Button>
        </form>
        <LinkTabs
          look="segments"
          label={t('admin.permissionLists')}
          current={hrefOf(lists[show] ? show : '')}
          tabs={[
            ...(hasPlans ? [{ href: hrefOf(''), label: t('admin.permissionsDiffering', { count: differing.length }) }] : []),
            { href: hrefOf(hasPlans ? 'all' : ''), label: t('admin.permissionsAll', { count: names.length }) },
            { href: hrefOf('changed'), label: t('admin.permissionsChanged', { count: changedHere.length }) },
          ]}
        />
      </Cluster>
      <form className="ui-stack" method="post">
        {permissionNames
          .filter((name) => !visible.includes(name))
          .map((name) => (
            <input key={name} type="hidden" name={name} value={chosen[name] ?? saved(name)} />
          ))}
        {visible.length === 0 ? (
          <Panel>
            <p className="ui-note">
              {words ? t('admin.permissionsNoMatch', { q: words }) : t('admin.permissionsNoneChanged', { plans: hasPlans })}
            </p>
          </Panel>
        ) : (
          <Table
            key={discards}
            caption={t('admin.tab.permissions')}
            columns={[
              { key: 'name', label: t('admin.permission') },
              ...(hasPlans ? [{ key: 'plan', label: t('admin.permissionOfPlan') }] : []),
              { key: 'choice', label: t('admin.permissionOfCard') },
              { key: 'result', label: t('admin.permissionResult') },
            ]}
            rows={visible.map((name) => ({
              key: name,
              isSelected: changes.includes(name),
              cells: {
                name: t(`admin.permission.${name}`),
                plan: t(has(plan, name) ? 'admin.yes' : 'admin.no'),
                choice: (
                  <Segments
                    isLabelHidden
                    label={t(`admin.permission.${name}`)}
                    name={name}
                    choices={options}
                    defaultValue={chosen[name] ?? saved(name)}
                    onChange={(value) => setChosen({ ...chosen, [name]: value as Choice })}
                  />
                ),
                result: (
                  <Status kind={result(name) ? 'ok' : 'off'}>{t(result(name) ? 'admin.permissionHas' : 'admin.permissionLacks')}</Status>
                ),
              },
            }))}
          />
        )}
        {(visible.length > 0 || changes.length > 0) && (
          <SaveBar
            title={changes.length > 0 ? t('admin.permissionChanges', { count: changes.length }) : t('admin.permissionsTogether')}
            note={changes
              .map((name) =>
                t('admin.detail', {
                  name: t(`admin.permission.${name}`),
                  value: t(`admin.permissionBy.${chosen[name] ?? 'plan'}`, { plans: hasPlans }),
                }),
              )
              .join(' · ')}
          >
            {changes.length > 0 && (
              <Button
                kind="ghost"
                onClick={() => {
                  setDiscards(discards + 1)
                  setChosen({})
                }}
              >
                {t('admin.discard')}
              </Button>
            )}
            <Button kind="primary" type="submit" name="intent" value="rights">
              {t('admin.save')}
            </Button>
          </SaveBar>
        )}
      </form>
      <Experiments experiments={card.experiments} typed={error?.typed} />
    </>
  )
}

/** The choices that were posted, when they could not be saved. */
const choicesIn = (typed: AdminError['typed'] = {}): Partial<Record<NamedPermission, Choice>> =>
  Object.fromEntries(permissionNames.flatMap((name) => choices.filter((choice) => choice === typed[name]).map((choice) => [name, choice])))

/** A switch for each experiment; also for those of other versions that this card has. */
function Experiments({ experiments: stored, typed = {} }: Pick<CardView, 'experiments'> & { typed: AdminError['typed'] | undefined }) {
  const t = useTranslate()
  const names = new Set([...experiments, ...stored.map(({ name }) => name)])
  return (
    <form method="post">
      <Panel title={t('admin.experiments')}>
        <div className="ui-stack tight">
          {[...names].map((name) => (
            <Fragment key={name}>
              <input type="hidden" name={experimentField(name)} value="off" />
              <Switch
                label={isExperiment(name) ? t(`admin.experiment.${name}`) : name}
                name={experimentField(name)}
                defaultChecked={
                  (typed[experimentField(name)] ?? (stored.some((one) => one.name === name && one.enabled) ? 'on' : 'off')) === 'on'
                }
              />
            </Fragment>
          ))}
          <Cluster>
            <Button type="submit" name="intent" value="experiments">
              {t('admin.experimentsSet')}
            </Button>
          </Cluster>
        </div>
      </Panel>
    </form>
  )
}

const isExperiment = (name: string): name is Experiment => (experiments as readonly string[]).includes(name)
