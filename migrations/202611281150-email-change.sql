-- The email that an account changes to once the link mailed there is used: one per account.
create table email_change (
  account_id uuid primary key references account (id) on delete cascade,
  new_email text not null check (new_email = lower(new_email)),
  -- Null until the link is mailed.
  token_hash bytea unique check (length(token_hash) = 32),
  requested_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > requested_at)
);
