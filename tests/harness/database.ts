import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { addressOf, tell } from './tell.ts'

export type TestDatabase = { url: string; [Symbol.asyncDispose](): Promise<void> }

/** A migrated, empty database of its own; gone when its test lets go of it. */
export async function aDatabase(): Promise<TestDatabase> {
  const { server, template } = inject('postgres')
  const name = `carte_${randomBytes(6).toString('hex')}`
  await tell(server, `create database ${name} template ${template}`)
  return { url: addressOf(server, name), [Symbol.asyncDispose]: () => tell(server, `drop database if exists ${name} with (force)`) }
}
