-- What happened on a card, as it came. Reports never read this: they read visit_day.
create table visit_event (
  subject_id uuid not null references subject (id) on delete cascade,
  at timestamptz not null,
  id uuid not null,
  name text not null check (length(name) <= 60),
  params jsonb not null default '{}' check (jsonb_typeof(params) = 'object'),
  primary key (subject_id, at, id)
) partition by range (at);
-- Catches what no month was made for, so that no event is ever refused.
create table visit_event_other partition of visit_event default;
create index visit_event_at on visit_event using brin (at);

create table visit_day (
  subject_id uuid not null references subject (id) on delete cascade,
  day date not null,
  name text not null,
  dimension text not null,
  value text not null,
  count bigint not null check (count >= 0),
  primary key (subject_id, day, name, dimension, value)
);
