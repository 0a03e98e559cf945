-- Who tried a code at a card, and when: tries are counted by account and by card, and no longer end a code.
create table claim_try (
  subject_id uuid not null references subject (id) on delete cascade,
  id uuid not null,
  account_id uuid not null references account (id) on delete cascade,
  tried_at timestamptz not null,
  primary key (subject_id, id)
);
create index claim_try_account on claim_try (account_id);
alter table claim_code drop column failures;

-- What the press of “Create” carried: sent again with something else, it is a mistake that must be seen.
alter table card_submission add column submitted_hash bytea check (length(submitted_hash) = 32);
