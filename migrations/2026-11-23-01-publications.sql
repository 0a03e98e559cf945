-- Stories and tours are written, published and read as a whole: one document each, in place of rows that nobody asks for alone.
create table publication (
  kind text not null check (kind in ('stories', 'tour')),
  tag text not null check (length(tag) between 1 and 60),
  content jsonb not null check (jsonb_typeof(content) = 'array'),
  published_at timestamptz not null default now(),
  primary key (kind, tag)
);

-- What a person has looked at is kept on their device.
drop table story_view;
drop table tour_state;
drop table story;
drop table story_group;
drop table tour_step;
