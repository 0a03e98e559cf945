import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { addOwner } from '#server/accounts/add-owner.ts'
import { setPlan, type PlanLengths } from '#server/billing/orders/set-plan.ts'
import { addVersion } from '#server/cards/editor/add-version.ts'
import { addService } from '#server/cards/editor/change-services.ts'
import { createCard } from '#server/cards/owned/create-card.ts'
import { listCards } from '#server/cards/owned/list-cards.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { readInstallation } from '#server/database/installation.ts'
import { newId } from '#server/database/new-id.ts'
import { decodePicture, type Master } from '#server/media/processing/decode-picture.ts'
import { storePicture, savePicture, type StoredPicture } from '#server/media/save-picture.ts'
import { pictureKinds } from '#server/media/tables.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Settings } from '#server/settings.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { rowAfter } from '#server/reviews/refresh-policy.ts'
import { upsertReviews } from '#server/reviews/review-store.ts'
import { closed } from './people/closed.ts'
import { eleanor } from './people/eleanor.ts'
import { free } from './people/free.ts'
import { julian } from './people/julian.ts'
import { maren } from './people/maren.ts'
import { oyelaran } from './people/oyelaran.ts'
import { priya } from './people/priya.ts'
import type { Art, Person } from './person.ts'
import { seedVisitors } from './visitors.ts'

export const people: readonly Person[] = [maren, julian, priya, oyelaran, eleanor, free, closed]

const art = new URL('art/', import.meta.url)
const seedLock = 7_327_003

type Deps = {
  db: Db
  changes: Changes
  storage: Storage
  clock: Clock
  log: Log
  settings: Pick<Settings, 'productName' | 'productSlug'> & PlanLengths
}

/** Creates the demo cards once in an empty database; never next to a real card, and never again after they were removed. */
export async function seedDemo(deps: Deps, chosen: readonly Person[] = people) {
  if (!(await isWanted(deps.db))) return
  const now = deps.clock.now()
  const prepared = await Promise.all(chosen.map((person) => renderPictures(deps.storage, newId(now.getTime()), person)))
  await deps.changes.write(async (tx) => {
    // Of two servers that start at the same time, only one seeds.
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`)
    if (!(await isWanted(tx))) return
    for (const [index, person] of chosen.entries())
      await seedPerson(deps, tx, person, prepared[index] ?? { id: newId(now.getTime()), pictures: [] }, now)
  })
  deps.log.info('demo-seeded', { cards: chosen.length })
}

async function isWanted(db: Db): Promise<boolean> {
  const [anyCard] = await listCards(db)
  return !anyCard && (await readInstallation(db, 'demo')) !== 'removed'
}

async function seedPerson(deps: Deps, tx: Db, person: Person, { id, pictures }: PreparedCard, now: Date) {
  await createCard(tx, { id, alias: person.alias, isDemo: true, ...person.fields }, now)
  await setPlan(tx, id, { plan: person.plan }, { now, lengths: deps.settings })
  await addOwner(tx, { subjectId: id, email: `${person.alias}@example.com`, name: person.fields.fullName ?? '' }, now)
  for (const choice of person.services) await addService(tx, id, choice)
  for (const [name, overrides] of Object.entries(person.versions ?? {})) await addVersion(tx, id, name, overrides, now)
  if (person.elsewhere) {
    const { answer: reviews, ...key } = person.elsewhere
    await upsertReviews(tx, { subjectId: id, ...key }, rowAfter({ kind: 'found', reviews }, null, now))
  }
  if (person.visitors) await seedVisitors(tx, id, person.visitors, deps.settings, now)
  for (const stored of pictures) await savePicture(tx, stored, now)
}

type PreparedCard = { id: string; pictures: StoredPicture[] }

/** Before the transaction, because a picture takes longer than all rows together. If another server seeds, the nightly sweep deletes these files. */
async function renderPictures(storage: Storage, id: string, { pictures }: Person): Promise<PreparedCard> {
  const pictureFiles = pictureKinds.flatMap((kind) => (pictures[kind] ? [{ kind, art: pictures[kind] }] : []))
  const store = async ({ kind, art }: (typeof pictureFiles)[number]) => storePicture(storage, { subjectId: id, kind }, await render(art))
  return { id, pictures: await Promise.all(pictureFiles.map(store)) }
}

async function render({ file, width }: Art): Promise<Master> {
  return decodePicture(await readFile(new URL(file, art)), { isTrustedSvg: true, width })
}
