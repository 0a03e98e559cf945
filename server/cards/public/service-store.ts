import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { prepareOnce } from '#server/database/prepare-once.ts'
import { gradeServices, subjectComponents, subjectServices } from '../tables.ts'

const servicesOfSubject = prepareOnce((db) =>
  db
    .select({ chosen: subjectServices, service: gradeServices })
    .from(subjectServices)
    .innerJoin(gradeServices, eq(gradeServices.id, subjectServices.gradeServiceId))
    .where(eq(subjectServices.subjectId, sql.placeholder('subjectId')))
    .orderBy(asc(sql`coalesce(${subjectServices.weight}, ${gradeServices.weight})`), asc(gradeServices.id))
    .prepare('services_of_subject'),
)

/** A card's services with their catalog entries, in the owner's order. */
export const servicesOf = async (db: Db, subjectId: string) => servicesOfSubject(db).execute({ subjectId })

export type ServiceRow = Awaited<ReturnType<typeof servicesOf>>[number]

export async function componentsOf(db: Db, subjectId: string) {
  return db
    .select()
    .from(subjectComponents)
    .where(eq(subjectComponents.subjectId, subjectId))
    .orderBy(asc(subjectComponents.gradeServiceId), asc(subjectComponents.gradeComponentId))
}

/** Every service of the catalog. */
export async function listServiceKinds(db: Db) {
  return db.select().from(gradeServices).orderBy(asc(gradeServices.weight), asc(gradeServices.id))
}

export async function upsertService(tx: Db, row: typeof subjectServices.$inferInsert) {
  const { subjectId: _, gradeServiceId: __, ...set } = row
  await tx
    .insert(subjectServices)
    .values(row)
    .onConflictDoUpdate({ target: [subjectServices.subjectId, subjectServices.gradeServiceId], set })
}

export async function upsertComponent(tx: Db, row: typeof subjectComponents.$inferInsert) {
  await tx
    .insert(subjectComponents)
    .values(row)
    .onConflictDoUpdate({
      target: [subjectComponents.subjectId, subjectComponents.gradeServiceId, subjectComponents.gradeComponentId],
      set: { currentValue: row.currentValue },
    })
}

export async function deleteService(tx: Db, subjectId: string, gradeServiceId: number) {
  await tx.delete(subjectServices).where(and(eq(subjectServices.subjectId, subjectId), eq(subjectServices.gradeServiceId, gradeServiceId)))
}

export async function deleteComponent(tx: Db, subjectId: string, gradeServiceId: number, gradeComponentId: number) {
  const { subjectId: whose, gradeServiceId: of, gradeComponentId: which } = subjectComponents
  await tx.delete(subjectComponents).where(and(eq(whose, subjectId), eq(of, gradeServiceId), eq(which, gradeComponentId)))
}
