import type { AccessKey } from '#contract/access-keys.ts'
import type { AccessKeyRow } from './tables.ts'

export function presentKey({ id, name, keyStart, keyEnd, scopes, createdAt, lastUsedAt, expiresAt }: AccessKeyRow): AccessKey {
  return {
    id,
    name,
    start: keyStart,
    end: keyEnd,
    scopes,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}
