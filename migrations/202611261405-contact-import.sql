-- Contacts that an owner imports from a file: the import, and its rows between the preview and the end of the undo period.
create table contact_import (
  subject_id uuid not null references subject (id) on delete cascade,
  id uuid not null,
  created_at timestamptz not null,
  name text not null,
  state text not null default 'reading' check (state in ('reading', 'ready', 'importing', 'done', 'undoing', 'undone')),
  duplicates text not null default 'skip' check (duplicates in ('skip', 'merge', 'add')),
  label text not null default '',
  -- Headings of filled columns that are not imported.
  unknown_columns text[] not null default '{}',
  total integer not null default 0,
  matched integer not null default 0,
  repeated integer not null default 0,
  unusable integer not null default 0,
  cut integer not null default 0,
  -- The row up to which the import is done; while undoing, from which it is undone.
  at_line integer not null default 0,
  added integer not null default 0,
  merged integer not null default 0,
  removed integer not null default 0,
  restored integer not null default 0,
  edited integer not null default 0,
  primary key (subject_id, id)
);
create index contact_import_created on contact_import (created_at);

create table contact_import_row (
  subject_id uuid not null,
  import_id uuid not null,
  line integer not null,
  kind text not null check (kind in ('new', 'match', 'repeat', 'unusable')),
  issue text not null default '',
  -- The contact to be, until it is imported.
  fields jsonb,
  -- The earlier row with the same phone number or email address.
  repeat_of integer,
  contact_id uuid,
  effect text check (effect in ('added', 'merged', 'removed', 'restored', 'edited')),
  -- The contact as it was before the merge, and the hash of what the import made of it.
  before jsonb,
  after_hash bytea,
  primary key (subject_id, import_id, line),
  foreign key (subject_id, import_id) references contact_import (subject_id, id) on delete cascade
);
create index contact_import_row_contact on contact_import_row (subject_id, contact_id) where contact_id is not null;
