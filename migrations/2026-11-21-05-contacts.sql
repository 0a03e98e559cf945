create table contact (
  subject_id uuid not null references subject (id) on delete cascade,
  id uuid not null,
  submission_id uuid not null,
  name text not null,
  last_name text not null default '',
  full_name text not null,
  email_address text not null default '',
  phone_number text not null default '',
  title text not null default '',
  company_name text not null default '',
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip text not null default '',
  tags text[] not null default '{}',
  notes text not null default '',
  owner_notes jsonb not null default '[]' check (jsonb_typeof(owner_notes) = 'array'),
  viewed boolean not null default false,
  is_held boolean not null default false,
  date_created timestamptz not null default now(),
  search text generated always as (lower(full_name || ' ' || company_name)) stored,
  primary key (subject_id, id)
);
-- The same press of a form is one contact, however often it arrives.
create unique index contact_once on contact (subject_id, submission_id);
create index contact_newest on contact (subject_id, date_created desc, id desc);
create index contact_unviewed on contact (subject_id) where not viewed;

create table contact_consent (
  subject_id uuid not null,
  contact_id uuid not null,
  wording text not null,
  wording_version text not null,
  language text not null,
  given_at timestamptz not null default now(),
  primary key (subject_id, contact_id),
  foreign key (subject_id, contact_id) references contact (subject_id, id) on delete cascade
);

create table contact_label (
  subject_id uuid not null references subject (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  weight integer not null default 0,
  primary key (subject_id, name)
);
