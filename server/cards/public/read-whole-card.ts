import type { Db } from '#server/database/database.ts'
import { readPictures } from '#server/media/read-pictures.ts'
import { listVersions } from '../card-store.ts'
import type { WholeCard } from '../editor/present-edited.ts'
import { readHomepageDefaults } from '../settings/read-installation.ts'
import { componentsOf, servicesOf } from './service-store.ts'
import type { Subject } from '../tables.ts'

/** A card with all that belongs to it, for its owner. One after another: inside a transaction there is one connection. */
export async function readWholeCard(db: Db, subject: Subject): Promise<WholeCard> {
  const services = await servicesOf(db, subject.id)
  const components = await componentsOf(db, subject.id)
  const versions = await listVersions(db, subject.id)
  const pictures = await readPictures(db, subject.id)
  return { subject, services, components, versions, pictures, homepageDefaults: await readHomepageDefaults(db) }
}
