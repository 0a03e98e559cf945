-- no transaction
-- Both sides of a search are folded by the same expression, server/database/folded.ts: names are found however their letters are encoded.
-- In a file of its own, so that an engine without these can take another index in its place.
drop index concurrently if exists contact_search_folded;
create index concurrently contact_search_folded on contact
  using gin (subject_id, lower(translate(normalize(full_name || ' ' || company_name, nfc), 'İıς', 'Iiσ')) gin_trgm_ops, tags);
drop index concurrently if exists contact_search;
