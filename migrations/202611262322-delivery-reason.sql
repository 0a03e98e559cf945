-- Why there was no answer the last time.
alter table delivery add column reason text;
