/** What the page about privacy shows of who is signed in. */
export type PrivacyView = {
  email: string
  isFresh: boolean
  /** Where one proves oneself anew, and comes back from. */
  againHref: string
  cards: { alias: string; name: string; isShared: boolean }[]
  /** The day on which it goes, in words; null for an account that stays. */
  goesOn: string | null
  /** For how long each visit is kept one by one; 0: it is only counted. */
  visitMonths: number
}

export type PrivacyTold = { text: string; isBad: boolean; at: 'top' | 'confirm' }
