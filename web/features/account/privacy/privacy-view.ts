/** The data of the privacy page. */
export type PrivacyView = {
  email: string
  isLoginRecent: boolean
  /** The login that confirms the user's identity and returns here. */
  againHref: string
  cards: { alias: string; name: string; isShared: boolean }[]
  /** The date of the scheduled deletion as text; null if there is none. */
  deletesOn: string | null
  /** Months that single visits are retained; 0: only totals are stored. */
  visitMonths: number
  /** False: emails are stored on the server. */
  sendsMail: boolean
}

export type PrivacyNotice = { text: string; isBad: boolean; at: 'top' | 'confirm' }
