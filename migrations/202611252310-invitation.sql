-- An administrator's invitations to sign up. Only the hash of a link's token is stored.
create table invitation (
  id uuid primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  note text not null default '' check (length(note) <= 200),
  max_uses integer not null check (max_uses between 1 and 10000),
  uses integer not null default 0 check (uses between 0 and max_uses),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);
