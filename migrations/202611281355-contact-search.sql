-- no transaction
-- Contacts are found by email and phone number, too. The expression is that of the search, server/contacts/contact-store.ts.
-- The release before searches with contact_search_folded: only the next one can drop it.
drop index concurrently if exists contact_search;
create index concurrently contact_search on contact using gin (subject_id, lower(translate(normalize(full_name || ' ' || company_name || ' ' || email_address || ' ' || phone_number || ' ' || regexp_replace(phone_number, '[^0-9]', '', 'g'), nfc), 'İıς', 'Iiσ')) gin_trgm_ops, tags);
