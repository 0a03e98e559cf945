-- Reports beyond those that are kept in words: how many more of the same kind came while this one was open.
alter table abuse_report add column more integer not null default 0 check (more >= 0);
