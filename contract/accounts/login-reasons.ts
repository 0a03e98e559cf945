/** Why a login is required: actions that require a recent one, and `access`, for a session that ended because its rights rose. */
export const loginReasons = [
  'export',
  'archive',
  'delete',
  'passkeys',
  'password',
  'email',
  'keys',
  'connections',
  'settings',
  'mail',
  'access',
] as const
export type LoginReason = (typeof loginReasons)[number]

export const readLoginReason = (text: string | null): LoginReason | null => loginReasons.find((known) => known === text) ?? null
