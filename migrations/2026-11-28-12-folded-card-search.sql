-- no transaction
-- As for contacts.
drop index concurrently if exists subject_search_folded;
create index concurrently subject_search_folded on subject
  using gin (lower(translate(normalize(alias || ' ' || full_name || ' ' || company_name || ' ' || email_address, nfc), 'İıς', 'Iiσ')) gin_trgm_ops);
drop index concurrently if exists subject_search;
