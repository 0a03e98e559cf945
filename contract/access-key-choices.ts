/** What a key may do. Each call of /api/v1 names the one it needs. */
export const scopes = [
  'contacts:read',
  'contacts:write',
  'contacts:erase',
  'card:read',
  'card:write',
  'events:read',
  'webhooks:write',
  'analytics:read',
] as const
export type Scope = (typeof scopes)[number]

export const accessKeysMax = 20
export const accessKeyNameMax = 80
export const accessKeyYearsMax = 5
