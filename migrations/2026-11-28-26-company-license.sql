-- The license of the company, such as its NMLS number.
alter table subject add column company_license text not null default '';
