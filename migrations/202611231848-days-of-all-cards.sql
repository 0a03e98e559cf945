-- no transaction
-- What came in over all cards in the last days, for the admin overview: read by day, not by card. The first is partial, so that a
-- card's own reports stay on the primary key.
drop index concurrently if exists visit_day_of_all;
create index concurrently visit_day_of_all on visit_day (day, name) where dimension = 'platform_used';
drop index concurrently if exists contact_of_all;
create index concurrently contact_of_all on contact (date_created);
