-- How often somebody did something lately, counted by all servers together. By a hash with a secret of the installation: no
-- address and no mail address can be read out of it. Nothing in it lives longer than a day, so nothing of it is written twice.
create unlogged table limit_window (
  key bytea primary key check (length(key) = 16),
  used integer not null check (used > 0),
  window_seconds integer not null check (window_seconds > 0),
  ends_at timestamptz not null
) with (fillfactor = 80);
create index limit_window_over on limit_window (ends_at);
