-- no transaction
-- The connections of a host, and those that fail, of all cards: for administrators.
drop index concurrently if exists connection_host;
create index concurrently connection_host on connection (substring(url from '^https?://([^/?#]+)'));
drop index concurrently if exists connection_failing;
create index concurrently connection_failing on connection (failing_since) where failing_since is not null and off_reason is null;
