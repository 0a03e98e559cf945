-- no transaction
-- Contacts by company, those without one last.
drop index concurrently if exists contact_by_company;
create index concurrently contact_by_company on contact (subject_id, (company_name = ''), lower(company_name) collate "C", lower(full_name) collate "C", id);
