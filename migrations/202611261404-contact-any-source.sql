-- Replaced by the next file. Each is one command, which a cluster passes on as a whole.
alter table contact drop constraint contact_source_check;
