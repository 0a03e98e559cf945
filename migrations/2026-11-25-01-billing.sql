-- Prices are settings of the installation; what is kept here is which plans there are.
alter table plan drop column price_cents, drop column currency, drop column months, drop column is_offered;
insert into plan (code, name) values ('PRO_TEAM', 'PRO Team');

-- `subscription` is what follows from everything known, and what pages read. A provider's sums and refunds are its invoices'.
alter table subscription drop constraint subscription_state_check;
alter table subscription add constraint subscription_state_check
  check (state in ('trial', 'paid', 'dunning', 'unpaid', 'expired', 'cancelled', 'unfinished'));
-- How long a failed payment is borne is a setting: the day it ends on is written when it begins.
alter table subscription rename column dunning_since to dunning_until;
update subscription set dunning_until = dunning_until + interval '14 days' where dunning_until is not null;
alter table subscription add column card jsonb check (jsonb_typeof(card) = 'object');
drop table billing_entry;

-- Whom a provider knows a card as.
alter table billing_customer add column provider text;
alter table billing_customer add column customer_id text;
create unique index billing_customer_at_provider on billing_customer (provider, customer_id);

-- A subscription as its provider tells of it: the newest told, whatever order it was told in.
create table provider_subscription (
  subject_id uuid not null references subject (id) on delete cascade,
  id text not null,
  provider text not null,
  customer_id text not null,
  status text not null,
  plan_code text not null references plan (code),
  began_at timestamptz not null,
  trial_ends_at timestamptz,
  period_starts_at timestamptz,
  period_ends_at timestamptz,
  cancel_at timestamptz,
  ended_at timestamptz,
  card jsonb check (jsonb_typeof(card) = 'object'),
  told_at timestamptz not null,
  -- How often it was written: whoever asked the provider learns whether somebody else wrote meanwhile.
  revision integer not null default 1,
  -- When it was last found in the provider's own list.
  listed_at timestamptz,
  primary key (subject_id, id)
);
create unique index provider_subscription_id on provider_subscription (id, subject_id);

-- Asked for, and not paid yet: at most one a card, so that asking twice does not pay twice.
create table billing_order (
  subject_id uuid not null references subject (id) on delete cascade,
  id uuid not null,
  plan_code text not null references plan (code),
  provider text not null,
  state text not null check (state in ('open', 'done', 'dropped')),
  checkout_id text,
  url text,
  expires_at timestamptz,
  -- Where the page of whoever pays leads back to.
  return_path text not null default '/',
  -- While somebody asks the provider for its page, nobody else does.
  asking_until timestamptz,
  created_at timestamptz not null,
  primary key (subject_id, id)
);
create unique index billing_order_open on billing_order (subject_id) where state = 'open';

create table invoice (
  subject_id uuid not null references subject (id) on delete cascade,
  id text not null,
  provider text not null,
  number text not null,
  state text not null check (state in ('open', 'paid', 'void', 'uncollectible')),
  plan_code text not null references plan (code),
  amount bigint not null check (amount >= 0),
  refunded bigint not null default 0 check (refunded between 0 and amount),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  issued_at timestamptz not null,
  period_starts_at timestamptz,
  period_ends_at timestamptz,
  url text not null default '',
  customer jsonb check (jsonb_typeof(customer) = 'object'),
  told_at timestamptz not null,
  primary key (subject_id, id)
);
create unique index invoice_id on invoice (id, subject_id);

-- Numbers of the installation's own receipts: in a row, and never given twice, also not when a card goes.
create table receipt_number (
  year integer primary key,
  last integer not null check (last > 0)
);

-- Which press of a button noted something, so that the second press of it notes nothing.
create table billing_press (
  subject_id uuid not null references subject (id) on delete cascade,
  id uuid not null,
  pressed_at timestamptz not null,
  primary key (subject_id, id)
);

-- Whom a provider has to forget, because the card is gone from here.
create table customer_to_erase (
  provider text not null,
  customer_id text not null,
  asked_at timestamptz not null default now(),
  primary key (provider, customer_id)
);

alter table billing_event add column customer_id text;
alter table billing_event add column outcome text;
-- What was read out of it when it came.
alter table billing_event add column told jsonb check (jsonb_typeof(told) = 'object');
-- Card by card: what waits for one of them is settled at once.
drop index billing_event_unapplied;
create index billing_event_waiting on billing_event (provider, coalesce(customer_id, ''), received_at, event_id) where applied_at is null;
create index billing_event_of_card on billing_event (subject_id);
create index billing_event_applied on billing_event (applied_at);

-- What comparing everything with the provider found, one row a run.
create table billing_check (
  id uuid primary key,
  begun_at timestamptz not null,
  -- When it last got a page further: a run that stands still was interrupted.
  moved_at timestamptz not null,
  ended_at timestamptz,
  looked_at integer not null default 0,
  differing integer not null default 0,
  details jsonb not null default '[]' check (jsonb_typeof(details) = 'array')
);
