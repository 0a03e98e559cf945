-- Keys with which programs call /api/v1, each for one card.
create table access_key (
  id uuid primary key,
  subject_id uuid not null references subject (id) on delete cascade,
  -- SHA-256 of the key, which is not stored.
  key_hash bytea not null unique,
  name text not null,
  -- To recognize it: its first and last characters.
  key_start text not null,
  key_end text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz
);
create index access_key_subject on access_key (subject_id);
