-- What the list of all cards is sorted by, beside the number of contacts: in the narrow row that each card has from now on.
alter table contact_count
  add column views bigint not null default 0,
  add column plan_rank smallint not null default 0,
  add column last_active_at timestamptz not null default '-infinity';
