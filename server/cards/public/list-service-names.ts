import type { Db } from '#server/database/database.ts'
import { listServiceKinds } from './service-store.ts'

/** The services of the fixed list by name. */
export async function listServiceNames(db: Db): Promise<{ id: number; name: string }[]> {
  return (await listServiceKinds(db)).map(({ id, name }) => ({ id, name }))
}
