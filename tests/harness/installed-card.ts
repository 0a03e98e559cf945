import { expect, vi } from 'vitest'
import { aVisitor, type Visitor } from './visitor.ts'

export const asApp = '?simulateStandalone=on'
/** Nobody is signed in, a page that cannot be reached says so, and so does a call that the worker has no answer to. */
export const expected = /status of (401|501|502|503)|net::ERR_FAILED/

/** Somebody whose device has laid this card aside. */
export async function anInstalledCard(alias: string, wishes: Parameters<typeof aVisitor>[0] = {}): Promise<Visitor> {
  const visitor = await aVisitor(wishes)
  visitor.allow(expected)
  await visitor.open(`/${alias}/home${asApp}`)
  await vi.waitFor(async () => expect(await visitor.page.evaluate(isKept, alias)).toBe(true), { timeout: 30_000 })
  return visitor
}

/** Runs in the page. */
export async function isKept(alias: string) {
  return (await caches.has(`card-${alias}`)) && (await (await caches.open(`card-${alias}`)).match('/kept')) !== undefined
}
