-- An owner's edits of a contact. `original` is what the contact was before the first one: what the person sent.
alter table contact
  add column revision integer not null default 1,
  add column edited_at timestamptz,
  add column original jsonb;
