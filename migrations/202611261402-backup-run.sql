-- Backups and rehearsals of a restore, with their results. The last backup of an earlier version is in the audit log only.
create table backup_run (
  id uuid primary key,
  kind text not null check (kind in ('backup', 'rehearsal')),
  started_at timestamptz not null,
  ended_at timestamptz check (ended_at >= started_at),
  -- To a file that a person named, not to BACKUP_TO.
  is_manual boolean not null default false,
  file text not null default '',
  bytes bigint not null default 0,
  error text,
  message text not null default ''
);
create index backup_run_by_kind on backup_run (kind, started_at);
insert into backup_run (id, kind, started_at, ended_at, is_manual)
  select id, 'backup', at, at, true from operator_act where act = 'backup' order by at desc limit 1;
