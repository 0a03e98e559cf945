import type { AccountDetails } from '#contract/accounts/accounts.ts'

/** The account, and where its other settings are. */
export type DetailsView = AccountDetails & {
  /** The logins that confirm the person's identity and return here. */
  againHrefs: { email: string; password: string }
  /** Passkeys and devices are on this page of a card; null without one. */
  settingsHref: string | null
}

type Part = 'name' | 'email' | 'password'
/** What a form answered: shown in its part. */
export type DetailsResult = { at: Part; message: string; issues: Record<string, string>; typed: string }
/** The last form that succeeded, and a key that changes each time. */
export type DetailsDone = { at: Part; text: string; key: string }
