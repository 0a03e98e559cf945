-- How an address looks when it is read in passing: two that look the same are not both given away.
alter table alias add column skeleton text not null
  generated always as (translate(replace(replace(replace(name, '-', ''), 'rn', 'm'), 'vv', 'w'), '1i0', 'llo')) stored;
create index alias_skeleton on alias (skeleton);

-- Addresses that the operator keeps for somebody.
create table reserved_alias (
  name text primary key check (name = lower(name) and name ~ '^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$'),
  skeleton text not null
    generated always as (translate(replace(replace(replace(name, '-', ''), 'rn', 'm'), 'vv', 'w'), '1i0', 'llo')) stored,
  note text not null default '' check (length(note) <= 400),
  created_at timestamptz not null default now()
);
create index reserved_alias_skeleton on reserved_alias (skeleton);

-- Which press of “Create” a card came from: pressed again, it is the same card.
create table card_submission (
  subject_id uuid primary key references subject (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  submission_id uuid not null,
  created_at timestamptz not null default now(),
  unique (account_id, submission_id)
);

-- What opens a card that has no owner, once. Only a hash is kept.
create table claim_code (
  subject_id uuid not null references subject (id) on delete cascade,
  id uuid not null,
  code_hash text not null,
  given_by text not null check (given_by in ('operator', 'mail')),
  failures integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at > created_at),
  used_at timestamptz,
  primary key (subject_id, id)
);
