-- no transaction
-- What came in over all cards in the last days, for the admin overview: read by day, not by card.
drop index concurrently if exists visit_day_of_all;
create index concurrently visit_day_of_all on visit_day (day, name);
drop index concurrently if exists contact_of_all;
create index concurrently contact_of_all on contact (date_created);
