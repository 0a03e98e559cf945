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
import { decodePicture, type Master } from '#server/media/reading/decode-picture.ts'
import { layPicture, savePicture, type Laid } from '#server/media/save-picture.ts'
import { pictureKinds } from '#server/media/tables.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Settings } from '#server/settings.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { keptAfter } from '#server/reviews/refresh-policy.ts'
import { putReviews } from '#server/reviews/review-store.ts'
import { closed } from './people/closed.ts'
import { free } from './people/free.ts'
import { julian } from './people/julian.ts'
import { maren } from './people/maren.ts'
import { oyelaran } from './people/oyelaran.ts'
import { priya } from './people/priya.ts'
import type { Art, Person } from './person.ts'
import { seedVisitors } from './visitors.ts'

export const people: readonly Person[] = [maren, julian, priya, oyelaran, free, closed]

const art = new URL('art/', import.meta.url)
const seedLock = 7_327_003

type Needs = {
  db: Db
  changes: Changes
  storage: Storage
  clock: Clock
  log: Log
  settings: Pick<Settings, 'productName' | 'productSlug'> & PlanLengths
}

/** Fills an empty store with the demo cards, once: not beside a real card, and never again after they were removed. */
export async function seedDemo(needs: Needs) {
  if (!(await isWanted(needs.db))) return
  const now = needs.clock.now()
  const drawn = await Promise.all(people.map((person) => drawPictures(needs.storage, newId(now.getTime()), person)))
  await needs.changes.write(async (tx) => {
    // Two programs that start at once on one database seed once.
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`)
    if (!(await isWanted(tx))) return
    for (const [index, person] of people.entries())
      await seedPerson(needs, tx, person, drawn[index] ?? { id: newId(now.getTime()), pictures: [] }, now)
  })
  needs.log.info('demo-seeded', { cards: people.length })
}

async function isWanted(db: Db): Promise<boolean> {
  const [anyCard] = await listCards(db)
  return !anyCard && (await readInstallation(db, 'demo')) !== 'removed'
}

async function seedPerson(needs: Needs, tx: Db, person: Person, { id, pictures }: Drawn, now: Date) {
  await createCard(tx, { id, alias: person.alias, isDemo: true, ...person.fields }, now)
  await setPlan(tx, id, { plan: person.plan }, { now, lengths: needs.settings })
  await addOwner(tx, { subjectId: id, email: `${person.alias}@example.com`, name: person.fields.fullName ?? '' }, now)
  for (const choice of person.services) await addService(tx, id, choice)
  for (const [name, overrides] of Object.entries(person.versions ?? {})) await addVersion(tx, id, name, overrides, now)
  if (person.elsewhere) {
    const { answer: reviews, ...key } = person.elsewhere
    await putReviews(tx, { subjectId: id, ...key }, keptAfter({ kind: 'found', reviews }, null, now))
  }
  if (person.visitors) await seedVisitors(tx, id, person.visitors, needs.settings, now)
  for (const laid of pictures) await savePicture(tx, laid, now)
}

type Drawn = { id: string; pictures: Laid[] }

/** Drawn and put before the transaction begins: a picture takes longer than all the rows together. Where another program seeds, the night sweeps ours. */
async function drawPictures(storage: Storage, id: string, { pictures }: Person): Promise<Drawn> {
  const wanted = pictureKinds.flatMap((kind) => (pictures[kind] ? [{ kind, art: pictures[kind] }] : []))
  const lay = async ({ kind, art }: (typeof wanted)[number]) => layPicture(storage, { subjectId: id, kind }, await draw(art))
  return { id, pictures: await Promise.all(wanted.map(lay)) }
}

async function draw({ file, width }: Art): Promise<Master> {
  return decodePicture(await readFile(new URL(file, art)), { isOurArt: true, width })
}
