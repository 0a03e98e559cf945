import { readOwnLink } from '#contract/cards/check-service-link.ts'
import { captureDelayMaxSeconds } from '#contract/constants.ts'
import { languages } from '#contract/languages.ts'
import { sayFault, type DraftFaultName } from '#contract/cards/draft-faults.ts'
import type { DraftFields, DraftKey, DraftVersion, Fault } from '#contract/cards/drafts.ts'
import type { Permission } from '#contract/permissions.ts'
import { checkMenus, checkReviews, checkServices, isPage, type Checked } from './check-lists.ts'

export type Facts = { serviceIds: ReadonlySet<number>; may(right: Permission): boolean }

/** What a schema does not know: what goes together, what leads where, what the plan opens. */
export function checkContent(fields: DraftFields, { serviceIds, may }: Facts): { ready: DraftFields; faults: Fault[] } {
  const faults: Fault[] = []
  const note = (path: string, name: DraftFaultName) => void faults.push({ path, message: sayFault(name) })
  const listed = <T>(key: DraftKey, { ready, faults: inside }: Checked<T>): T => {
    for (const { path, message } of inside) faults.push({ path: `${key}.${path}`, message })
    return ready
  }
  const { services, menus, reviews, versions, language, experiments } = fields
  const { 'settings.connectClientsSetting': capture, 'settings.triggerAction': trigger } = fields

  const ready: DraftFields = { ...fields }
  if (services) ready.services = listed('services', checkServices(services, serviceIds))
  if (menus) ready.menus = listed('menus', checkMenus(menus))
  if (reviews) ready.reviews = listed('reviews', checkReviews(reviews))
  if (versions) ready.versions = listed('versions', checkVersions(versions))
  if (language && !languages.some((tag) => tag === language)) note('language', 'languageUnknown')
  experiments?.forEach(({ name }, place) => {
    if (!/^\w{1,60}$/.test(name)) note(`experiments.${place}.name`, 'wrong')
    else if (experiments.findIndex((other) => other.name === name) < place) note(`experiments.${place}.name`, 'keyTwice')
  })
  if (trigger) {
    const link = trigger.type === 2 ? readOwnLink(trigger.route) : null
    if (link && 'href' in link) ready['settings.triggerAction'] = { ...trigger, route: link.href }
    if (link && 'fault' in link) note('settings.triggerAction.route', 'targetWrong')
    if (!link && !isPage(trigger.route)) note('settings.triggerAction.route', 'pageUnknown')
  }
  if (capture) {
    if (!may('ConnectedClientLabels')) note('settings.connectClientsSetting', 'needsPro')
    if (capture.timeout !== undefined && (capture.timeout < 0 || capture.timeout > captureDelayMaxSeconds))
      note('settings.connectClientsSetting.timeout', 'secondsWrong')
    const labels = capture.applyTags?.split(',') ?? []
    if (labels.length > 20 || labels.some((label) => label.trim().length > 60))
      note('settings.connectClientsSetting.applyTags', 'labelsMany')
  }
  return { ready, faults }
}

/** What a variant could be called and is not: pictures and contact files name the published card so. */
const reserved = 'latest'

function checkVersions(versions: readonly DraftVersion[]): Checked<DraftVersion[]> {
  const faults: Fault[] = []
  const ready = versions.map((version, place) => {
    const name = version.name.toLowerCase()
    if (name === reserved) faults.push({ path: `${place}.name`, message: sayFault('versionTaken') })
    if (versions.findIndex((other) => other.name.toLowerCase() === name) < place)
      faults.push({ path: `${place}.name`, message: sayFault('versionTwice') })
    const overrides = { ...version.overrides }
    for (const [key, list] of [
      ['menus', overrides.menus && checkMenus(overrides.menus)],
      ['reviews', overrides.reviews && checkReviews(overrides.reviews)],
    ] as const) {
      for (const { path, message } of list?.faults ?? []) faults.push({ path: `${place}.overrides.${key}.${path}`, message })
      if (list) Object.assign(overrides, { [key]: list.ready })
    }
    return { name: version.name, overrides }
  })
  return { ready, faults }
}
