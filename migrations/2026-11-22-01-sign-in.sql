-- How an account proves itself. The hash carries its own recipe, so that a better one can take its place.
alter table account add column password_hash text;
alter table account add column language text not null default '';

-- Whom an outside identity provider knows under a name of its own.
create table account_identity (
  issuer text not null,
  subject text not null,
  account_id uuid not null references account (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index account_identity_of_account on account_identity (account_id);

create table passkey (
  account_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  name text not null default '',
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (account_id, id)
);

-- Who is signed in where. Only hashes are kept; the one before stays good for a moment while it is exchanged.
create table session (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  before_hash bytea unique check (length(before_hash) = 32),
  exchanged_at timestamptz not null,
  signed_in_at timestamptz not null,
  seen_at timestamptz not null,
  ends_at timestamptz not null,
  device text not null default '',
  way text not null check (way in ('password', 'link', 'passkey', 'provider')),
  issuer text,
  provider_subject text,
  provider_sid text,
  id_token text
);
create index session_of_account on session (account_id);
create index session_at_provider on session (issuer, provider_subject) where issuer is not null;
create index session_ends on session (ends_at);

-- What a mailed link is for.
alter table sign_in_link add column purpose text not null default 'sign-in' check (purpose in ('sign-in', 'sign-up', 'reset'));
alter table sign_in_link add column return_url text not null default '/';
-- A sign-up that nobody confirmed is no account yet.
alter table sign_in_link alter column account_id drop not null;
alter table sign_in_link add column sign_up jsonb check (jsonb_typeof(sign_up) = 'object');
alter table sign_in_link add check ((purpose = 'sign-up') = (account_id is null));

-- What may be used once, and was: challenges, tokens of a provider. Forgotten when they would be refused anyway.
create table spent (
  kind text not null,
  key text not null,
  until timestamptz not null,
  primary key (kind, key)
);
create index spent_until on spent (until);

-- How many mails went to an address in a day, at a stranger's wish. The address itself is not kept.
create table mail_count (
  target_hash bytea not null,
  day date not null,
  count integer not null,
  primary key (target_hash, day)
);

-- A device hears of a card as long as somebody is signed in on it.
alter table push_subscription add column session_id uuid references session (id) on delete cascade;
create index push_subscription_endpoint on push_subscription ((token ->> 'endpoint'));
create index push_subscription_of_session on push_subscription (session_id);
-- Who asked for an account and never came back.
create index sign_in_link_sign_up on sign_in_link ((sign_up ->> 'email')) where purpose = 'sign-up';
