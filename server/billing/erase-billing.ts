import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'

/**
 * Before a card goes: what was told of it, and a note whom its provider has to forget, which ends what is charged there too. The rest
 * goes with the card. A provider that is away keeps nobody here.
 */
export async function eraseBilling(tx: Db, subjectId: string): Promise<void> {
  const customers = sql`
    select provider, customer_id from billing_customer where subject_id = ${subjectId} and provider is not null and customer_id is not null
    union select provider, customer_id from provider_subscription where subject_id = ${subjectId}`
  await tx.execute(sql`delete from billing_event where subject_id = ${subjectId} or (provider, customer_id) in (${customers})`)
  await tx.execute(sql`insert into customer_to_erase (provider, customer_id) ${customers} on conflict do nothing`)
}
