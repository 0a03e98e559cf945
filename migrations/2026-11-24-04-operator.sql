-- What operators did, by page and by command line. Rows are added and read, never changed. No reference to an account or a
-- card: the line stays when either goes.
create table operator_act (
  id uuid primary key,
  at timestamptz not null,
  account_id uuid,
  actor text not null check (length(actor) between 1 and 320),
  act text not null check (length(act) between 1 and 60),
  subject_id uuid,
  alias text not null default '',
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object')
);
create index operator_act_of_card on operator_act (alias, id) where alias <> '';
create index operator_act_by_actor on operator_act (actor, id);
create index operator_act_by_act on operator_act (act, id);

-- A file of cards on its way in. How far it came is written with the cards themselves, so that it goes on where it stopped.
create table card_import (
  id uuid primary key,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  account_id uuid,
  actor text not null,
  name text not null check (length(name) between 1 and 200),
  encoding text not null check (encoding in ('utf-8', 'windows-1252')),
  takes text not null check (takes in ('good', 'all')),
  state text not null check (state in ('arriving', 'checking', 'checked', 'importing', 'done', 'refused')),
  bytes integer not null default 0 check (bytes >= 0),
  lines integer not null default 0,
  good integer not null default 0,
  broken integer not null default 0,
  made integer not null default 0,
  at_line integer not null default 0,
  problem text not null default ''
);
create table card_import_part (
  import_id uuid not null references card_import (id) on delete cascade,
  place integer not null check (place >= 0),
  bytes bytea not null,
  primary key (import_id, place)
);
create table card_import_fault (
  import_id uuid not null references card_import (id) on delete cascade,
  id uuid not null,
  line integer not null,
  field text not null default '',
  message text not null,
  primary key (import_id, line, id)
);
