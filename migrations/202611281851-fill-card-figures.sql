-- no transaction
-- Each statement commits by itself: a contact waits for one of them at most. The job admin.card-figures corrects the rows every night.
insert into contact_count (subject_id) select id from subject on conflict (subject_id) do nothing;
insert into contact_count (subject_id, views)
  select subject_id, sum(count) from visit_day
  where day > current_date - 30 and dimension = 'platform_used' and name like 'open\_%' group by subject_id
  on conflict (subject_id) do update set views = excluded.views;
insert into contact_count (subject_id, plan_rank)
  select subject_id, case state when 'trial' then 1 when 'paid' then 2 when 'dunning' then 3 when 'unpaid' then 3 else 0 end from subscription
  on conflict (subject_id) do update set plan_rank = excluded.plan_rank;
insert into contact_count (subject_id, last_active_at)
  select membership.subject_id, max(session.seen_at) from membership join session using (account_id) group by membership.subject_id
  on conflict (subject_id) do update set last_active_at = excluded.last_active_at;
drop index concurrently if exists contact_count_by_total;
create index concurrently contact_count_by_total on contact_count (total, subject_id);
drop index concurrently if exists contact_count_by_views;
create index concurrently contact_count_by_views on contact_count (views, subject_id);
drop index concurrently if exists contact_count_by_plan;
create index concurrently contact_count_by_plan on contact_count (plan_rank, subject_id);
drop index concurrently if exists contact_count_by_activity;
create index concurrently contact_count_by_activity on contact_count (last_active_at, subject_id);
