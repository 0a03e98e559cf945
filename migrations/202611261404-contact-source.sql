-- Contacts that an owner imports from a file.
alter table contact add constraint contact_source_check check (source in ('form', 'hand', 'import')) not valid;
