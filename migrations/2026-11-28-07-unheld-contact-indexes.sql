-- no transaction
-- What is new, and the newest that a free plan opens, are found without passing over what is held; the first of them takes the place of contact_unviewed.
drop index concurrently if exists contact_unheld_unviewed;
create index concurrently contact_unheld_unviewed on contact (subject_id, date_created desc, id desc) where not is_held and not viewed;
drop index concurrently if exists contact_unheld;
create index concurrently contact_unheld on contact (subject_id, date_created desc, id desc) where not is_held;
drop index concurrently if exists contact_unviewed;
