-- Whether a browser worked for it, and when the owner was told that it is held. What came before counts as worked for.
alter table contact add column is_proved boolean not null default true;
alter table contact alter column is_proved set default false;
alter table contact add column held_told_at timestamptz;
