import { cardDirectories } from '../card-directories.ts'

/**
 * Where a table's rows are in a distributed database: with their card (by the column that names it), replicated to every machine, or on
 * the coordinator.
 */
export type Placement = { with: 'card'; by: string } | { with: 'reference' } | { with: 'coordinator' }

const cardTables = words(`
  subject_version subject_service subject_component card_log card_draft
  subscription invoice billing_press
  picture uploaded_picture taken_picture review_cache link_failure abuse_report
  visit_event visit_day visit_quarter contact contact_consent contact_label contact_count
  contact_import contact_import_row
  event connection delivery idempotent_call`)

/** Catalogs that cards' rows reference. They change with migrations. */
const referenceTables = ['plan', 'grade_service']

/** Queried by themselves, by keys other than the card. */
const coordinatorTables = words(`
  access_key account session alias card_submission membership claim_code claim_try review_name push_subscription push_topic notice
  billing_customer billing_order provider_subscription
  installation migration spent mail_count limit_window short_link reserved_alias resting_alias blocked_host switched_off_host
  sign_in_link email_change invitation refused_recipient passkey account_identity account_leaving
  billing_event billing_check receipt_number checkout_to_end customer_to_erase
  view_total release publication operator_act card_import card_import_part card_import_fault backup_run`)

export const placements: Record<string, Placement> = {
  subject: { with: 'card', by: 'id' },
  ...placed(cardTables, { with: 'card', by: 'subject_id' }),
  ...placed(referenceTables, { with: 'reference' }),
  ...placed(coordinatorTables, { with: 'coordinator' }),
}

/** Constraints that can't span machines, and what guarantees them instead. */
export const droppedConstraints: Record<string, string> = {
  subject_alias_key: 'the key of alias, which is written with the card',
  subject_key_key: '96 random bits',
  subscription_at_provider: 'the provider, which gives each of its ids once; written under the lock of its card',
  billing_event_subject_id_fkey: 'erase-billing.ts, which deletes a card’s events before the card',
  ...Object.fromEntries(cardDirectories.map((table) => [`${table}_subject_id_fkey`, 'card-directories.ts, with the card'])),
}

function placed(names: readonly string[], place: Placement): Record<string, Placement> {
  return Object.fromEntries(names.map((name) => [name, place]))
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
