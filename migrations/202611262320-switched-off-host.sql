-- Hosts that an administrator switched off: no connection sends to them. With the port, unless it is the default.
create table switched_off_host (
  host text primary key,
  reason text not null default '',
  off_at timestamptz not null
);
