/** A change to how an account logs in. */
export type WayChange = 'passkey-added' | 'passkey-removed' | 'password-changed'

/** The data of each job. A job is a row written in the transaction it follows from. */
export type JobData = {
  'reviews.refresh': { subjectId: string; source: string; key: string }
  'reviews.refresh-due': Record<string, never>
  'accounts.mail-link': {
    purpose: 'sign-in' | 'sign-up' | 'reset'
    email: string
    name: string
    language: string
    returnUrl: string
    /** Requested by a browser that has logged in to this account before. */
    isKnown?: boolean
    wishId: string
  }
  'accounts.mail-change': { accountId: string; change: WayChange; changeId: string }
  'accounts.tidy': Record<string, never>
  'billing.tidy-provider': Record<string, never>
  'cards.locate': { subjectId: string }
  'cards.locate-missed': Record<string, never>
  'cards.check-links': Record<string, never>
  'cards.tidy': Record<string, never>
  'cards.mail-claim-code': { subjectId: string; language: string; wishId: string }
  'contacts.tidy': Record<string, never>
  'contacts.push': { subjectId: string; contactId: string }
  'contacts.mail': { subjectId: string; contactId: string }
  /** `day` is when it was enqueued: a retry after midnight sends the same mail. Jobs of an earlier release have none. */
  'contacts.mail-held': { subjectId: string; isFlood: boolean; day?: string }
  'contacts.mail-card': { subjectId: string; contactId: string; language: string }
  'limits.tidy': Record<string, never>
  'visits.tidy': Record<string, never>
  'desk.import': { importId: string }
  'abuse.tidy': Record<string, never>
  'abuse.mail-taken': { subjectId: string; kind: 'card' | 'link' | 'review' | 'picture'; reason: string; actId: string }
  'desk.tidy': Record<string, never>
  'media.sweep': Record<string, never>
  'releases.sweep': Record<string, never>
  'billing.apply': Record<string, never>
  'billing.reconcile': Record<string, never>
  'billing.mail-due': Record<string, never>
  'billing.mail-trial-ends': { subjectId: string }
  'billing.mail-payment-failed': { subjectId: string }
  'privacy.mail-leaving': { accountId: string }
  'privacy.erase': Record<string, never>
}

export type JobName = keyof JobData

/** Work done after the response. It can run twice, so it must be idempotent. */
export type Job<N extends JobName = JobName> = {
  name: N
  run(data: JobData[N]): Promise<void>
  /** Its schedule, in cron syntax. */
  every?: string
}
