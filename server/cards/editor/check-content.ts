import { readOwnLink } from '#contract/cards/check-service-link.ts'
import { fieldOf, groupedNames } from '#contract/cards/card-fields.ts'
import { languages } from '#contract/languages.ts'
import type { DraftIssueCode } from '#contract/cards/draft-issues.ts'
import type { DraftFields, DraftKey, DraftVersion, DraftIssue } from '#contract/cards/drafts.ts'
import type { Permission } from '#contract/permissions.ts'
import { isPhone } from '#common/text/phone.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import { checkMenus, checkReviews, checkServices, isPage, type Checked } from './check-lists.ts'

export type DraftContext = { serviceIds: ReadonlySet<number>; may(right: Permission): boolean }

/** Checks beyond the schema: duplicates, link targets, and features of the plan. */
export function checkContent(fields: DraftFields, { serviceIds, may }: DraftContext): { ready: DraftFields; issues: DraftIssue[] } {
  const issues: DraftIssue[] = []
  const addIssue = (path: string, code: DraftIssueCode) => void issues.push(fieldIssue(path, code))
  const listed = <T>(key: DraftKey, { ready, issues: inside }: Checked<T>): T => {
    for (const issue of inside) issues.push({ ...issue, path: `${key}.${issue.path}` })
    return ready
  }
  const { services, menus, reviews, versions, language, experiments } = fields
  const { 'settings.connectClientsSetting': capture, 'settings.triggerAction': trigger } = fields

  const ready: DraftFields = { ...fields }
  for (const name of groupedNames)
    if (fieldOf[name].input?.type === 'tel' && fields[name] && !isPhone(fields[name])) addIssue(name, 'phoneWrong')
  if (services) ready.services = listed('services', checkServices(services, serviceIds))
  if (menus) ready.menus = listed('menus', checkMenus(menus))
  if (reviews) ready.reviews = listed('reviews', checkReviews(reviews))
  if (versions) ready.versions = listed('versions', checkVersions(versions))
  if (language && !languages.some((tag) => tag === language)) addIssue('language', 'languageUnknown')
  experiments?.forEach(({ name }, place) => {
    if (!/^\w{1,60}$/.test(name)) addIssue(`experiments.${place}.name`, 'invalid')
    else if (experiments.findIndex((other) => other.name === name) < place) addIssue(`experiments.${place}.name`, 'keyDuplicate')
  })
  if (trigger) {
    const link = trigger.type === 2 ? readOwnLink(trigger.route) : null
    if (link && 'href' in link) ready['settings.triggerAction'] = { ...trigger, route: link.href }
    if (link && 'issue' in link) addIssue('settings.triggerAction.route', 'targetInvalid')
    if (!link && !isPage(trigger.route)) addIssue('settings.triggerAction.route', 'pageUnknown')
  }
  if (capture && !may('ConnectedClientLabels')) addIssue('settings.connectClientsSetting', 'proOnly')
  return { ready, issues }
}

/** A version can't have this name: in picture and contact file addresses it means the published card. */
const reserved = 'latest'

function checkVersions(versions: readonly DraftVersion[]): Checked<DraftVersion[]> {
  const issues: DraftIssue[] = []
  const ready = versions.map((version, place) => {
    const name = version.name.toLowerCase()
    if (name === reserved) issues.push(fieldIssue(`${place}.name`, 'versionTaken'))
    if (versions.findIndex((other) => other.name.toLowerCase() === name) < place)
      issues.push(fieldIssue(`${place}.name`, 'versionDuplicate'))
    const overrides = { ...version.overrides }
    for (const [key, list] of [
      ['menus', overrides.menus && checkMenus(overrides.menus)],
      ['reviews', overrides.reviews && checkReviews(overrides.reviews)],
    ] as const) {
      for (const issue of list?.issues ?? []) issues.push({ ...issue, path: `${place}.overrides.${key}.${issue.path}` })
      if (list) Object.assign(overrides, { [key]: list.ready })
    }
    return { name: version.name, overrides }
  })
  return { ready, issues }
}
