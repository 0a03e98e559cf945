-- Addresses that the mail server refused permanently, with its last answer.
create table refused_recipient (
  id uuid primary key,
  address text not null unique check (address <> '' and address = lower(address)),
  subject_id uuid references subject(id) on delete cascade,
  step text not null check (step in ('recipientRefused', 'messageRefused')),
  answer text not null check (length(answer) <= 300),
  first_at timestamptz not null,
  last_at timestamptz not null,
  count integer not null default 1,
  recent_at timestamptz[] not null,
  paused_at timestamptz
);
create index refused_recipient_by_card on refused_recipient (subject_id);
