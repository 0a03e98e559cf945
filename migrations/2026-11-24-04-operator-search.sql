-- In a file of its own, as contact_search is: it wants pg_trgm.
create index subject_search on subject using gin (lower(alias || ' ' || full_name || ' ' || company_name || ' ' || email_address) gin_trgm_ops);
create index account_email_search on account using gin (email gin_trgm_ops);
