-- Who asked to be forgotten, and when that is done. Until then there is a way back.
create table account_leaving (
  account_id uuid primary key references account (id) on delete cascade,
  asked_at timestamptz not null,
  goes_at timestamptz not null check (goes_at > asked_at),
  -- The way back that was mailed. Only its hash is kept.
  token_hash bytea unique check (length(token_hash) = 32),
  -- Cards that went off with it, to be switched on again for who stays.
  switched_off uuid[] not null default '{}',
  begun_at timestamptz,
  -- Cards whose rows are gone and whose pictures may not be: they are removed again after a stop in between.
  erased uuid[] not null default '{}'
);
create index account_leaving_due on account_leaving (goes_at);

-- An address that was somebody's rests before it is somebody else's. The address itself is not kept.
create table resting_alias (
  name_hash bytea primary key check (length(name_hash) = 32),
  until timestamptz not null
);
create index resting_alias_until on resting_alias (until);
