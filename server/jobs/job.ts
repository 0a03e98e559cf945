import type { TakedownCause } from '#contract/admin/abuse-choices.ts'
/** A change to how an account logs in. */
export type LoginMethodChange = 'passkey-added' | 'passkey-removed' | 'password-changed' | 'taken-over'

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
    /** What lets them sign up where not everyone can. */
    admission?: { invitationId?: string; setupHash?: string }
    requestId: string
  }
  'accounts.mail-change': { accountId: string; change: LoginMethodChange; changeId: string }
  /** `link` goes to the new address, the others to the previous one: what was requested, and what was done. */
  'accounts.mail-email-change': {
    accountId: string
    kind: 'link' | 'notice' | 'changed'
    changeId: string
    language: string
    oldEmail?: string
  }
  'access-keys.mail': { subjectId: string; keyId: string }
  'accounts.cleanup': Record<string, never>
  'billing.cleanup': Record<string, never>
  'cards.locate': { subjectId: string }
  'cards.locate-missed': Record<string, never>
  'cards.check-links': Record<string, never>
  'cards.cleanup': Record<string, never>
  'cards.mail-claim-code': { subjectId: string; language: string; requestId: string }
  'contacts.cleanup': Record<string, never>
  /** Runs or undoes an import. */
  'contacts.import': { subjectId: string; importId: string }
  'contacts.push': { subjectId: string; contactId: string }
  'contacts.mail': { subjectId: string; contactId: string }
  /** `day` is when it was enqueued: a retry after midnight sends the same mail. Jobs of an earlier release have none. */
  'contacts.mail-quarantine': { subjectId: string; isSpamBurst: boolean; day?: string }
  'contacts.mail-card': { subjectId: string; contactId: string; language: string }
  /**
   * The first attempt at all connections that listen; or a later one at this connection, unless it is no longer due then. `pauses`: how
   * often it was put off because the host was not called.
   */
  'connections.deliver': { subjectId: string; eventId: string } & (
    | { connectionId?: never; pauses?: never }
    | { connectionId: string; dueAt: string; pauses?: number }
  )
  /** `host`: an administrator switched off the host of this connection, and perhaps others of the card. */
  'connections.mail': {
    subjectId: string
    connectionId: string
    kind: 'failing' | 'gone' | 'off' | 'host' | 'key' | 'source' | 'added' | 'rekeyed'
    mailId: string
  }
  'connections.resume': { subjectId: string; connectionId: string; sendMissed: boolean }
  'connections.cleanup': Record<string, never>
  'limits.cleanup': Record<string, never>
  'visits.cleanup': Record<string, never>
  'visits.send-link-counts': Record<string, never>
  'admin.import': { importId: string }
  'abuse.cleanup': Record<string, never>
  'abuse.mail-takedown': {
    subjectId: string
    kind: 'card' | 'link' | 'review' | 'picture'
    cause?: TakedownCause | undefined
    reason: string
    actId: string
  }
  'abuse.mail-restored': { subjectId: string; kind: 'card' | 'link' | 'review' | 'picture'; actId: string }
  'admin.cleanup': Record<string, never>
  'admin.card-figures': Record<string, never>
  'backup.due': Record<string, never>
  'backup.run': Record<string, never>
  'backup.rehearse': Record<string, never>
  'media.sweep': Record<string, never>
  'releases.sweep': Record<string, never>
  'billing.apply': Record<string, never>
  'billing.resume-plans': Record<string, never>
  'billing.reconcile': Record<string, never>
  'billing.mail-due': Record<string, never>
  'billing.mail-trial-ends': { subjectId: string }
  'billing.mail-payment-failed': { subjectId: string }
  'privacy.mail-deletion': { accountId: string }
  'privacy.erase': Record<string, never>
}

export type JobName = keyof JobData

/** Work done after the response. It can run twice, so it must be idempotent. */
export type Job<N extends JobName = JobName> = {
  name: N
  run(data: JobData[N]): Promise<void>
  /** For one that may take longer than the six hours of others; at most a day. */
  expireInSeconds?: number
  /** True while this server only enqueues it, for others to run. */
  isForOthers?: () => boolean
  /** Its schedule, in cron syntax. */
  every?: string
  /** How many run at once, so that a slow one delays no other. Otherwise they run in turn. */
  atOnce?: number
  /** How many of these for one card, so that a card with many delays no other. */
  atOncePerCard?: number
}
