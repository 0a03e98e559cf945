-- One submission is one contact, and what was sent with it is known again.
alter table contact add column submitted_hash bytea;
alter table contact add column source text not null default 'form' check (source in ('form', 'hand'));

alter table contact_consent add column page text not null default '';

-- How many there are, without counting them each time somebody looks.
create table contact_count (
  subject_id uuid primary key references subject (id) on delete cascade,
  total bigint not null default 0
);
insert into contact_count select subject_id, count(*) from contact group by subject_id;

-- As exact as the program's own clock, so that “behind this one” means the same on both sides.
alter table contact alter column date_created type timestamptz(3);
