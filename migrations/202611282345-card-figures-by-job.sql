-- The job admin.card-figures corrects the figures of all cards once more, in batches, at the next start.
insert into installation (name, value, updated_at) values ('card-figures', '"due"', now()) on conflict (name) do nothing;
