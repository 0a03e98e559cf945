-- `paying`: paid on the provider's page, and what was bought there is not known here yet.
alter table billing_order drop constraint billing_order_state_check;
alter table billing_order add constraint billing_order_state_check check (state in ('open', 'paying', 'done', 'dropped'));
-- What was bought.
alter table billing_order add column subscription_id text;
-- When the provider was last asked what became of it: events may be lost.
alter table billing_order add column asked_at timestamptz;
create index billing_order_unsettled on billing_order (provider, coalesce(asked_at, created_at))
  where state in ('open', 'paying') and checkout_id is not null;
-- Looked into with everything that is told.
create index billing_order_paying on billing_order (subject_id) where state = 'paying';

-- Pages of a provider on which nobody is to pay any more.
create table checkout_to_end (
  provider text not null,
  checkout_id text not null,
  asked_at timestamptz not null default now(),
  primary key (provider, checkout_id)
);

-- What was told of a customer goes with their card.
create index billing_event_of_customer on billing_event (customer_id);
-- What the operator's desk shows.
create index billing_event_troubled on billing_event (provider_at) where outcome = 'troubled';
