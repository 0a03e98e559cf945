-- no transaction
-- What was announced is counted before each that comes, and a flood does not make that longer: what is held is not in it.
drop index concurrently if exists contact_announced;
create index concurrently contact_announced on contact (subject_id, is_proved, date_created) where not is_held and source = 'form';
drop index concurrently if exists contact_held;
create index concurrently contact_held on contact (subject_id, held_told_at) where is_held and not viewed;
