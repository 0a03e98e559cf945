-- When a failure of a device was last counted: an outage says the same thing often. What was counted without it counts no more.
alter table push_subscription add column failed_at timestamptz;
