-- What came in over all cards in the last days, for the admin overview: read by day, not by card.
create index visit_day_of_all on visit_day (day, name);
create index contact_of_all on contact (date_created);
