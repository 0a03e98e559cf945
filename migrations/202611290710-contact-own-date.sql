-- Whether an imported contact's date is from its file. Otherwise it's the moment of the import.
alter table contact add column has_own_date boolean not null default false;
