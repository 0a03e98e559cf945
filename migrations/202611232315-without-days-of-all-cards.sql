-- no transaction
-- view_total has taken its place: one index less on every new row of visit_day.
drop index concurrently if exists visit_day_of_all;
