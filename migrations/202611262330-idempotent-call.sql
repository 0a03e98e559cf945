-- Calls of /api/v1 with an Idempotency-Key, for a day.
create table idempotent_call (
  subject_id uuid not null references subject (id) on delete cascade,
  access_key_id uuid not null,
  idempotency_key text not null,
  request_hash bytea not null,
  created_at timestamptz not null,
  -- Null while it runs.
  status integer,
  -- Encrypted with the API key itself, which is not stored.
  answer bytea,
  primary key (subject_id, access_key_id, idempotency_key)
);
create index idempotent_call_created on idempotent_call (created_at);
