-- Counts by quarter of an hour, for some months: a day of visit_day begins at midnight UTC, and these say what of it belongs to the
-- day before or after in the time zone of a report. Where a count has none, as one from before this table, it stays on its UTC day.
create table visit_quarter (
  subject_id uuid not null references subject (id) on delete cascade,
  name text not null,
  dimension text not null,
  value text not null,
  at timestamptz not null,
  count bigint not null check (count >= 0),
  primary key (subject_id, name, dimension, at, value)
);
create index visit_quarter_at on visit_quarter using brin (at);
