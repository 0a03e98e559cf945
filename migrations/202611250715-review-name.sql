-- The directory from the provider's name of a card's reviews to the card: with sharded cards, a lookup by the card's column asks every shard.
create table review_name (
  subject_id uuid primary key references subject(id) on delete cascade,
  name text not null check (name <> '')
);
create index review_name_by_name on review_name (name, subject_id);
insert into review_name (subject_id, name)
  select id, zillow_web_services_id from subject where zillow_web_services_id <> '';
