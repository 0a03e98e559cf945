import type { Storage } from '#server/integrations/storage.ts'

/** All keys in order, for comparisons. */
export async function keysOf(storage: Storage, prefix?: string): Promise<string[]> {
  const keys: string[] = []
  for await (const key of storage.keys(prefix)) keys.push(key)
  return keys.toSorted()
}
