import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { addressOf, createFromTemplate, dropDatabase } from './run-sql.ts'

/** True if the tests run on a cluster. */
export const isCluster = () => inject('postgres').nodes.length > 1

export type TestDatabase = { url: string; [Symbol.asyncDispose](): Promise<void> }

/** A migrated, empty database of its own, on every node of a cluster; dropped when its test releases it. */
export async function aDatabase(): Promise<TestDatabase> {
  const postgres = inject('postgres')
  const name = `carte_${randomBytes(6).toString('hex')}`
  await createFromTemplate(postgres, name)
  return { url: addressOf(postgres.server, name), [Symbol.asyncDispose]: () => dropDatabase(postgres, name) }
}
