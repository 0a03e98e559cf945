import { expect } from 'vitest'
import { eventually } from './eventually.ts'
import { aVisitor, type Visitor } from './visitor.ts'

export const asApp = '?simulateStandalone=on'
/** Expected console errors: no one is signed in, a page is unreachable, or the worker has no response to a call. */
export const expectedErrors = /status of (401|501|502|503)|net::ERR_FAILED/

/** A visitor whose device has precached this card. */
export async function anInstalledCard(alias: string, options: Parameters<typeof aVisitor>[0] = {}): Promise<Visitor> {
  const visitor = await aVisitor({ serviceWorkers: 'allow', ...options })
  visitor.allow(expectedErrors)
  await visitor.open(`/${alias}/home${asApp}`)
  await eventually(async () => expect(await visitor.page.evaluate(isCached, alias)).toBe(true))
  return visitor
}

/** Runs in the page. */
export async function isCached(alias: string) {
  return (await caches.has(`card-${alias}`)) && (await (await caches.open(`card-${alias}`)).match('/kept')) !== undefined
}
