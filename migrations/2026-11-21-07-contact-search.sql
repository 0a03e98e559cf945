create extension if not exists pg_trgm;
create extension if not exists btree_gin;
-- In a file of its own, so that an engine without these can take another index in its place.
create index contact_search on contact using gin (subject_id, search gin_trgm_ops, tags);
create index contact_by_name on contact (subject_id, lower(full_name) collate "C", id);
