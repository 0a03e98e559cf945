import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { holdBilling } from '../subscriptions/hold-billing.ts'

/**
 * Before a card goes: what was told of it, and notes for its provider: which page nobody is to pay on any more, and whom to forget, which
 * ends what is charged there too. The rest goes with the card. A provider that is away keeps nobody here.
 */
export async function eraseBilling(tx: Db, subjectId: string): Promise<void> {
  const customers = sql`
    select provider, customer_id from billing_customer where subject_id = ${subjectId} and provider is not null and customer_id is not null
    union select provider, customer_id from provider_subscription where subject_id = ${subjectId}`
  // In the order in which whoever applies them holds them: events by their ids, then the card.
  await tx.execute(sql`
    with held as (select provider, event_id from billing_event where (provider, customer_id) in (${customers}) order by event_id for update)
    delete from billing_event e using held where e.provider = held.provider and e.event_id = held.event_id`)
  await tx.execute(sql`delete from billing_event where subject_id = ${subjectId}`)
  await holdBilling(tx, subjectId)
  await tx.execute(sql`
    insert into checkout_to_end (provider, checkout_id)
    select provider, checkout_id from billing_order where subject_id = ${subjectId} and state = 'open' and checkout_id is not null
    on conflict do nothing`)
  await tx.execute(sql`insert into customer_to_erase (provider, customer_id) ${customers} on conflict do nothing`)
}
