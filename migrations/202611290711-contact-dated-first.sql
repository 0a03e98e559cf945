-- no transaction
-- Contacts by date, imported ones without a date of their own last. Includes what the expression reads, for index-only scans.
-- The release before finds the newest by contact_unheld: only the next one can drop it.
drop index concurrently if exists contact_dated_first;
create index concurrently contact_dated_first on contact (subject_id, (source <> 'import' or has_own_date) desc, date_created desc, id desc) include (source, has_own_date);
drop index concurrently if exists contact_unheld_dated_first;
create index concurrently contact_unheld_dated_first on contact (subject_id, (source <> 'import' or has_own_date) desc, date_created desc, id desc) where not is_held;
