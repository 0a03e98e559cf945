-- Browsers that were signed in to an account are known by a cookie with this number in it: another number, and they are strangers.
alter table account add column browser_epoch integer not null default 0;

-- A way in that an operator makes opens also where a provider keeps the accounts.
alter table sign_in_link add column is_operators boolean not null default false;
