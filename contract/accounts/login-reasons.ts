/** Actions that require a recent login; the login page names the action. */
export const loginReasons = ['export', 'archive', 'delete', 'passkeys', 'password', 'email', 'keys'] as const
export type LoginReason = (typeof loginReasons)[number]

export const readLoginReason = (text: string | null): LoginReason | null => loginReasons.find((known) => known === text) ?? null
