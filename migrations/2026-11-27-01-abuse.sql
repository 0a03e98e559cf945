-- What people report of a card: that it is somebody else's, or a trick. Nothing is kept of who reports.
create table abuse_report (
  subject_id uuid not null references subject (id) on delete cascade,
  id uuid not null,
  submission_id uuid not null,
  created_at timestamptz not null,
  kind text not null check (kind in ('impersonation', 'fraud', 'offensive', 'privacy', 'other', 'objection')),
  words text not null check (length(words) <= 2000),
  link_code text not null default '' check (length(link_code) <= 20),
  is_owner boolean not null default false,
  closed_at timestamptz,
  primary key (subject_id, id),
  unique (subject_id, submission_id)
);
create index abuse_report_open on abuse_report (id) where closed_at is null;
create index abuse_report_closed on abuse_report (closed_at) where closed_at is not null;

-- Hosts that no card and no short link leads to, with all that stands under them.
create table blocked_host (
  host text primary key check (host = lower(host) and length(host) between 1 and 253),
  note text not null default '' check (length(note) <= 400),
  created_at timestamptz not null
);

-- Reviews that an operator took down, by a hash of what they say: written again they stay away.
alter table subject add column reviews_taken_down jsonb not null default '[]' check (jsonb_typeof(reviews_taken_down) = 'array');

-- Pictures that an operator took down: kept so that it can be undone, shown to nobody, and not taken again.
create table taken_picture (
  subject_id uuid not null references subject (id) on delete cascade,
  kind text not null check (kind in ('profile', 'cutout', 'logo', 'background', 'card')),
  revision text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  has_alpha boolean not null,
  created_at timestamptz not null,
  primary key (subject_id, kind, revision)
);
