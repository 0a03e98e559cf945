-- Whether search engines may list the card.
alter table subject add column is_listed boolean not null default true;

-- Reviews are asked for under the name a provider knows the person by.
create index subject_reviewed on subject (zillow_web_services_id) where zillow_web_services_id <> '';
-- The oldest attempts first: what is to be asked for again.
create index review_cache_tried on review_cache (tried_at);

-- Whose link it is that somebody wants to pass on.
create index subject_service_link on subject_service (md5(direct_link));
create index subject_component_value on subject_component (md5(current_value));
