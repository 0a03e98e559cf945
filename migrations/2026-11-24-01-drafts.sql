-- What an owner changes before anybody sees it: what differs from the published card, finished or not. The row stays when it is
-- published or thrown away, and its revision only goes up, so that another window notices.
create table card_draft (
  subject_id uuid primary key references subject (id) on delete cascade,
  revision bigint not null check (revision >= 0),
  fields jsonb not null default '{}' check (jsonb_typeof(fields) = 'object'),
  saved_at timestamptz,
  saved_by uuid,
  -- Of the newest save: one whose answer was lost is known again.
  save_hash text
);
