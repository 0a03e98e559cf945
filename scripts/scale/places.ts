import { cardDirectories } from '#server/database/empty-directories.ts'

/**
 * Where a table's rows lie when the database is spread over many machines: with the card they belong to (by the column that
 * names it), whole on each machine, or on the one that is asked first.
 */
export type Place = { with: 'card'; by: string } | { with: 'everyone' } | { with: 'coordinator' }

const ofCards = words(`
  subject_version subject_service subject_component card_log card_draft claim_code claim_try
  subscription billing_customer billing_order provider_subscription invoice billing_press
  picture uploaded_picture taken_picture review_cache link_failure push_subscription push_topic
  abuse_report
  visit_event visit_day visit_quarter contact contact_consent contact_label contact_count`)

/** Few or small rows that a card's rows refer to or are joined with: an alias, who owns what, who is signed in. */
const ofEverybody = ['plan', 'grade_service', 'account', 'session', 'alias', 'card_submission', 'membership']

/** Asked alone, by a key that is no card's. */
const atCoordinator = words(`
  installation migration spent mail_count limit_window short_link reserved_alias resting_alias blocked_host
  sign_in_link passkey account_identity account_leaving
  billing_event billing_check receipt_number checkout_to_end customer_to_erase
  view_total release publication operator_act card_import card_import_part card_import_fault`)

export const places: Record<string, Place> = {
  subject: { with: 'card', by: 'id' },
  ...placed(ofCards, { with: 'card', by: 'subject_id' }),
  ...placed(ofEverybody, { with: 'everyone' }),
  ...placed(atCoordinator, { with: 'coordinator' }),
}

/** What the database guards on one machine and cannot guard on many, and what holds it there. */
export const leftOut: Record<string, string> = {
  subject_alias_key: 'the key of alias, which is written with the card',
  subject_key_key: '96 random bits',
  subscription_at_provider: 'the provider, which gives each of its ids once; written under the lock of its card',
  billing_customer_at_provider: 'the provider, which gives each of its ids once; written under the lock of its card',
  billing_event_subject_id_fkey: 'erase-billing.ts, which removes what was told of a card before the card goes',
  ...Object.fromEntries(cardDirectories.map((table) => [`${table}_subject_id_fkey`, 'empty-directories.ts, with the card'])),
}

function placed(names: readonly string[], place: Place): Record<string, Place> {
  return Object.fromEntries(names.map((name) => [name, place]))
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
