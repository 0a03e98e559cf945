-- What an administrator wrote to the owners of one card, or of all (no subject_id).
create table notice (
  id uuid primary key,
  subject_id uuid references subject (id) on delete cascade,
  title text not null,
  body text not null,
  sent_at timestamptz not null
);
create index notice_by_card on notice (subject_id, sent_at desc);
