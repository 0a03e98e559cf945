import { z } from 'zod'
import { ApplicationSettings, HomepageSetting } from '#contract/cards/cards.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { readInstallation } from '#server/database/installation.ts'

const homepage = z.array(HomepageSetting)

/** The default home page settings. */
export async function readHomepageDefaults(db: Db): Promise<HomepageSetting[]> {
  return homepage.parse(await readInstallation(db, 'homepage-settings'))
}

async function readApplicationSettings(db: Db): Promise<ApplicationSettings> {
  return ApplicationSettings.parse(await readInstallation(db, 'application-settings'))
}

const cachedMs = 60_000

/** Both from memory, for pages. Only migrations and restores change them; a restore announces a change of everything. */
export function cacheInstallation({ db, changes }: { db: Db; changes: Pick<Changes, 'on'> }, nowMs = () => performance.now()) {
  const homepageDefaults = cacheOne(() => readHomepageDefaults(db), nowMs)
  const applicationSettings = cacheOne(() => readApplicationSettings(db), nowMs)
  changes.on((change) => {
    if (change !== 'everything') return
    homepageDefaults.clear()
    applicationSettings.clear()
  })
  return { readHomepageDefaults: homepageDefaults.read, readApplicationSettings: applicationSettings.read }
}

function cacheOne<T>(load: () => Promise<T>, nowMs: () => number) {
  let last: { value: Promise<T>; untilMs: number } | null = null
  function clear() {
    last = null
  }
  return {
    clear,
    async read(): Promise<T> {
      if (last && nowMs() <= last.untilMs) return last.value
      const mine = { value: load(), untilMs: nowMs() + cachedMs }
      last = mine
      try {
        return await mine.value
      } catch (error) {
        if (last === mine) clear()
        throw error
      }
    },
  }
}
