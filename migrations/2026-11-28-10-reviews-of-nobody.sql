-- Since when the provider has known nobody by that name; null: it knows them, or was not asked since.
alter table review_cache add column unknown_since timestamptz;
