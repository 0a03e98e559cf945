create table account (
  id uuid primary key,
  email text not null check (email = lower(email)),
  name text not null default '',
  is_operator boolean not null default false,
  created_at timestamptz not null default now(),
  email_verified_at timestamptz
);
create unique index account_email on account (email);

create table membership (
  subject_id uuid not null references subject (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (subject_id, account_id)
);
create index membership_of_account on membership (account_id);

-- A one-time way in. Only a hash is kept, so a copy of the database opens no door.
create table sign_in_link (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id uuid not null references account (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at > created_at),
  used_at timestamptz check (used_at >= created_at)
);
create index sign_in_link_of_account on sign_in_link (account_id);

create table plan (
  code text primary key,
  name text not null,
  price_cents integer not null check (price_cents >= 0),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  months integer not null default 1 check (months > 0),
  is_offered boolean not null default true
);
insert into plan (code, name, price_cents) values ('FREE', 'Complimentary', 0), ('PRO', 'PRO', 1500);

-- At most one a card. The state and what it needs are held together, so that 'trial without an end' cannot be written.
create table subscription (
  subject_id uuid primary key references subject (id) on delete cascade,
  plan_code text not null references plan (code),
  state text not null check (state in ('trial', 'paid', 'dunning', 'unpaid', 'expired', 'cancelled')),
  trial_ends_at timestamptz,
  paid_until timestamptz,
  dunning_since timestamptz,
  cancel_at timestamptz,
  has_card_on_file boolean not null default false,
  is_card_expired boolean not null default false,
  provider text not null default 'embedded',
  customer_id text,
  subscription_id text,
  provider_at timestamptz,
  updated_at timestamptz not null default now(),
  check (state <> 'trial' or trial_ends_at is not null),
  check (state <> 'paid' or paid_until is not null),
  check ((state = 'dunning') = (dunning_since is not null)),
  check (has_card_on_file or not is_card_expired)
);
create unique index subscription_at_provider on subscription (provider, subscription_id);

create table billing_customer (
  subject_id uuid primary key references subject (id) on delete cascade,
  first_name text not null,
  last_name text not null,
  display_name text not null,
  email text not null,
  company_name text not null,
  phone text not null,
  mobile text not null,
  billing_address jsonb not null check (jsonb_typeof(billing_address) = 'object'),
  shipping_address jsonb not null check (jsonb_typeof(shipping_address) = 'object')
);

-- What a provider told us, kept before it is applied. Before it is read we may not know whose it is.
create table billing_event (
  provider text not null,
  event_id text not null,
  subject_id uuid references subject (id) on delete cascade,
  kind text not null,
  payload jsonb not null,
  provider_at timestamptz not null,
  received_at timestamptz not null default now(),
  applied_at timestamptz,
  primary key (provider, event_id)
);
create index billing_event_unapplied on billing_event (received_at) where applied_at is null;

create table billing_entry (
  subject_id uuid not null references subject (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('charge', 'refund', 'credit', 'note')),
  amount_cents integer not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  note text not null default '',
  at timestamptz not null default now(),
  primary key (subject_id, id),
  check (kind <> 'note' or amount_cents = 0)
);
