create table picture (
  subject_id uuid not null references subject (id) on delete cascade,
  kind text not null check (kind in ('profile', 'cutout', 'logo', 'background', 'card')),
  revision text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  has_alpha boolean not null,
  created_at timestamptz not null default now(),
  primary key (subject_id, kind)
);

-- The directory from code to link; like `alias`, small enough to stand on every node.
create table short_link (
  code text primary key check (code ~ '^[A-Za-z0-9]{8,}$'),
  subject_id uuid not null references subject (id) on delete cascade,
  long_url text not null check (length(long_url) <= 2000),
  created_at timestamptz not null default now(),
  switched_off_at timestamptz
);
create unique index short_link_once on short_link (subject_id, md5(long_url));

-- The last good answer of a review service, and how the newest attempt went.
create table review_cache (
  subject_id uuid not null references subject (id) on delete cascade,
  source text not null check (source in ('zillow-agent', 'zillow-lender', 'zillow-fallback')),
  source_key text not null,
  answer jsonb,
  fetched_at timestamptz,
  tried_at timestamptz not null default now(),
  failure text,
  primary key (subject_id, source, source_key),
  check ((answer is null) = (fetched_at is null))
);
