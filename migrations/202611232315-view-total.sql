-- Card views of all cards by day, counted as they are written: the admin overview reads fourteen rows, however many cards there are.
create table view_total (
  day date primary key,
  count bigint not null check (count >= 0)
);
insert into view_total (day, count)
  select day, sum(count) from visit_day
  where day > current_date - 15 and dimension = 'platform_used' and name like 'open\_%' group by day;
