-- How far a backup is, for the page that waits for it.
alter table backup_run add column progress jsonb;
