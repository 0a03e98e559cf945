-- Pictures that were uploaded for a card and not published yet. Their bytes lie where a published picture's would.
create table uploaded_picture (
  subject_id uuid not null references subject (id) on delete cascade,
  kind text not null check (kind in ('profile', 'cutout', 'logo', 'background', 'card')),
  revision text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  has_alpha boolean not null,
  created_at timestamptz not null default now(),
  primary key (subject_id, kind, revision)
);
