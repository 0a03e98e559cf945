-- Links of cards that the nightly check could not open. A link that opens has no row.
create table link_failure (
  subject_id uuid not null references subject (id) on delete cascade,
  -- Of the address as the check opens it: a link that the owner changes starts over.
  link_hash bytea not null check (length(link_hash) = 32),
  reason text not null check (reason in ('not-found', 'gone', 'no-host', 'no-tls')),
  tries integer not null default 1 check (tries > 0),
  since timestamptz not null,
  tried_at timestamptz not null,
  primary key (subject_id, link_hash)
);
create index link_failure_tried on link_failure (tried_at);
