-- no transaction
-- Names are found without accents, and ß as ss. The expression is that of the search: server/database/folded.ts.
-- The release before searches with contact_search_folded and subject_search_folded: only the next one can drop them.
drop index concurrently if exists contact_search;
create index concurrently contact_search on contact using gin (subject_id, replace(translate(lower(regexp_replace(normalize(full_name || ' ' || company_name || ' ' || email_address || ' ' || phone_number || ' ' || regexp_replace(phone_number, '[^0-9]', '', 'g'), nfd), '[\u0300-\u036f]', '', 'g')), 'ıςøłđ', 'iσold'), 'ß', 'ss') gin_trgm_ops, tags);
drop index concurrently if exists subject_search;
create index concurrently subject_search on subject using gin (replace(translate(lower(regexp_replace(normalize(alias || ' ' || full_name || ' ' || company_name || ' ' || email_address, nfd), '[\u0300-\u036f]', '', 'g')), 'ıςøłđ', 'iσold'), 'ß', 'ss') gin_trgm_ops);
