-- no transaction
-- Old quarters are deleted every night, and new ones fill their space: after some weeks every page of the table holds old and new
-- moments, and a BRIN index excludes none. In a btree equal moments share an entry, so it stays small.
drop index concurrently if exists visit_quarter_by_time;
create index concurrently visit_quarter_by_time on visit_quarter (at);
drop index concurrently if exists visit_quarter_at;
