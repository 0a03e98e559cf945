import { z } from 'zod'
import { ApplicationSettings, HomepageSetting } from '#contract/cards/cards.ts'
import type { Db } from '#server/database/database.ts'
import { readInstallation } from '#server/database/installation.ts'

const homepage = z.array(HomepageSetting)

/** The default home page settings. */
export async function readHomepageDefaults(db: Db): Promise<HomepageSetting[]> {
  return homepage.parse(await readInstallation(db, 'homepage-settings'))
}

export async function readApplicationSettings(db: Db): Promise<ApplicationSettings> {
  return ApplicationSettings.parse(await readInstallation(db, 'application-settings'))
}
