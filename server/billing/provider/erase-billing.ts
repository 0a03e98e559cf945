import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { lockBilling } from '../subscriptions/lock-billing.ts'

/**
 * Before a card is deleted: removes its events, and queues the provider’s customer for erasure and its open checkout for expiry. Erasing
 * the customer ends its subscriptions. The other rows go with the card. An unavailable provider does not block the deletion.
 */
export async function eraseBilling(tx: Db, subjectId: string): Promise<void> {
  const customers = sql`
    select provider, customer_id from billing_customer where subject_id = ${subjectId} and provider is not null and customer_id is not null
    union select provider, customer_id from provider_subscription where subject_id = ${subjectId}`
  // The same lock order as applying events: events by id, then the card.
  await tx.execute(sql`
    with locked as (select provider, event_id from billing_event where (provider, customer_id) in (${customers}) order by event_id for update)
    delete from billing_event e using locked where e.provider = locked.provider and e.event_id = locked.event_id`)
  await tx.execute(sql`delete from billing_event where subject_id = ${subjectId}`)
  await lockBilling(tx, subjectId)
  await tx.execute(sql`
    insert into checkout_to_end (provider, checkout_id)
    select provider, checkout_id from billing_order where subject_id = ${subjectId} and state = 'open' and checkout_id is not null
    on conflict do nothing`)
  await tx.execute(sql`insert into customer_to_erase (provider, customer_id) ${customers} on conflict do nothing`)
}
