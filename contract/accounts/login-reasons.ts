/** Actions that need a fresh login; the login page shows which one it is for. */
export const loginReasons = ['export', 'archive', 'leave', 'passkeys'] as const
export type LoginReason = (typeof loginReasons)[number]

export const readLoginReason = (text: string | null): LoginReason | null => loginReasons.find((known) => known === text) ?? null
