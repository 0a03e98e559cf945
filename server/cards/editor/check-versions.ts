import { sayFault } from '#contract/cards/draft-faults.ts'
import type { DraftVersion, Fault } from '#contract/cards/drafts.ts'
import { checkMenus, checkReviews, type Checked } from './check-lists.ts'

/** What a variant could be called and is not: pictures and contact files name the published card so. */
const reserved = 'latest'

export function checkVersions(versions: readonly DraftVersion[]): Checked<DraftVersion[]> {
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
