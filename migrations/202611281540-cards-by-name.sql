-- no transaction
-- The order of the list of all cards: by name without accents and case, or by alias if there is none.
drop index concurrently if exists subject_by_name;
create index concurrently subject_by_name on subject
  (lower(regexp_replace(normalize(case when full_name = '' then alias else full_name end, nfd), '[\u0300-\u036f]', '', 'g')), id);
