create table push_subscription (
  subject_id uuid not null references subject (id) on delete cascade,
  device text not null check (length(device) between 1 and 120),
  account_id uuid references account (id) on delete cascade,
  token jsonb not null check (jsonb_typeof(token) = 'object'),
  enabled boolean not null default true,
  active boolean not null default true,
  failures integer not null default 0 check (failures >= 0),
  updated_at timestamptz not null default now(),
  primary key (subject_id, device)
);

create table push_topic (
  subject_id uuid not null,
  device text not null,
  topic text not null check (topic in ('General_Notifications', 'New_Connected_Client')),
  enabled boolean not null default true,
  primary key (subject_id, device, topic),
  foreign key (subject_id, device) references push_subscription (subject_id, device) on delete cascade
);

-- Written by the operator, read by everybody: these belong to the installation.
create table release (
  version_type text not null,
  version text not null,
  date date not null,
  version_history text not null default '',
  updates jsonb not null default '[]' check (jsonb_typeof(updates) = 'array'),
  primary key (version_type, version)
);

create table story_group (
  story_id text primary key,
  stories_tag text not null,
  update_title text not null,
  weight integer not null default 0,
  published_at timestamptz
);

create table story (
  story_id text not null references story_group (story_id) on delete cascade,
  position integer not null,
  title text not null,
  content text not null default '',
  url text not null default '',
  size text not null default '',
  is_pro boolean not null default false,
  duration_ms integer not null default 5000 check (duration_ms > 0),
  primary key (story_id, position)
);

create table tour_step (
  tour text not null,
  position integer not null,
  target text not null,
  title text not null,
  content text not null,
  primary key (tour, position)
);

create table story_view (
  subject_id uuid not null references subject (id) on delete cascade,
  story_id text not null references story_group (story_id) on delete cascade,
  viewed_at timestamptz not null default now(),
  primary key (subject_id, story_id)
);

create table tour_state (
  subject_id uuid not null references subject (id) on delete cascade,
  tour text not null,
  done_at timestamptz not null default now(),
  primary key (subject_id, tour)
);
