-- Events of a card, and the connections they are sent to.
create table event (
  subject_id uuid not null references subject (id) on delete cascade,
  id uuid not null,
  type text not null,
  at timestamptz not null,
  -- The contact it is about: erasing the contact deletes it.
  contact_id uuid,
  -- Text, so that every attempt sends the same bytes.
  data text not null,
  primary key (subject_id, id)
);
create index event_contact on event (subject_id, contact_id) where contact_id is not null;
create index event_at on event (at);

create table connection (
  subject_id uuid not null references subject (id) on delete cascade,
  id uuid not null,
  created_at timestamptz not null,
  preset text not null,
  name text not null,
  url text not null,
  types text[] not null,
  is_full boolean not null,
  -- Sealed with a key of the installation.
  secret bytea not null,
  secret_at timestamptz not null,
  secret_end text not null,
  -- Also signs until then.
  previous_secret bytea,
  previous_until timestamptz,
  off_reason text check (off_reason in ('owner', 'gone', 'failing', 'host')),
  off_at timestamptz,
  -- Since when no attempt succeeded, and when the owner was last emailed about that.
  failing_since timestamptz,
  mailed_at timestamptz,
  primary key (subject_id, id)
);

create table delivery (
  subject_id uuid not null,
  connection_id uuid not null,
  event_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  -- As the connection was set when the event happened: every attempt sends the same bytes.
  is_full boolean not null,
  attempts integer not null default 0,
  tried_at timestamptz,
  next_at timestamptz,
  status integer,
  took_ms integer,
  answer text not null default '',
  primary key (subject_id, connection_id, event_id),
  foreign key (subject_id, connection_id) references connection (subject_id, id) on delete cascade,
  foreign key (subject_id, event_id) references event (subject_id, id) on delete cascade
);
create index delivery_event on delivery (subject_id, event_id);
create index delivery_state on delivery (subject_id, connection_id, state, event_id);
