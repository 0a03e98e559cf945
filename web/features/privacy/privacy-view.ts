/** What the page about privacy shows of who is signed in. */
export type PrivacyView = {
  email: string
  isFresh: boolean
  /** Where one proves oneself anew, and comes back from. */
  againHref: string
  cards: { alias: string; name: string; isShared: boolean }[]
  /** The day on which it goes, in words; null for an account that stays. */
  goesOn: string | null
}

export type PrivacyTold = { text: string; isBad: boolean; at: 'top' | 'confirm' }
