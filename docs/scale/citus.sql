-- Drawn from the migrated database by `npm run docs`; a test fails when it is no longer true. Read docs/scale.md first.
-- Run at the coordinator, on an empty database that this version has migrated.
create extension if not exists citus;

-- 1. What one machine guards and many cannot. Beside each, what holds it then.
alter table subject drop constraint subject_alias_key; -- the key of alias, which is written with the card
create index subject_alias_key on subject USING btree (alias);
alter table subject drop constraint subject_key_key; -- 96 random bits
create index subject_key_key on subject USING btree (key);
drop index subscription_at_provider; -- the provider, which gives each of its ids once; written under the lock of its card
create index subscription_at_provider on subscription USING btree (provider, subscription_id);
drop index billing_customer_at_provider; -- the provider, which gives each of its ids once; written under the lock of its card
create index billing_customer_at_provider on billing_customer USING btree (provider, customer_id);
alter table billing_event drop constraint billing_event_subject_id_fkey; -- erase-billing.ts, which removes what was told of a card before the card goes
alter table alias drop constraint alias_subject_id_fkey; -- empty-directories.ts, with the card
alter table card_submission drop constraint card_submission_subject_id_fkey; -- empty-directories.ts, with the card
alter table membership drop constraint membership_subject_id_fkey; -- empty-directories.ts, with the card
alter table short_link drop constraint short_link_subject_id_fkey; -- empty-directories.ts, with the card

-- 2. Whole on each machine.
select create_reference_table('account');
select create_reference_table('alias');
select create_reference_table('plan');
select create_reference_table('card_submission');
select create_reference_table('grade_service');
select create_reference_table('membership');
select create_reference_table('session');

-- 3. With the card. Partitions go with their table, those of months to come too.
select create_distributed_table('subject', 'id', shard_count => 64);
select create_distributed_table('abuse_report', 'subject_id', colocate_with => 'subject');
select create_distributed_table('billing_customer', 'subject_id', colocate_with => 'subject');
select create_distributed_table('billing_order', 'subject_id', colocate_with => 'subject');
select create_distributed_table('billing_press', 'subject_id', colocate_with => 'subject');
select create_distributed_table('card_draft', 'subject_id', colocate_with => 'subject');
select create_distributed_table('card_log', 'subject_id', colocate_with => 'subject');
select create_distributed_table('claim_code', 'subject_id', colocate_with => 'subject');
select create_distributed_table('claim_try', 'subject_id', colocate_with => 'subject');
select create_distributed_table('contact', 'subject_id', colocate_with => 'subject');
select create_distributed_table('contact_consent', 'subject_id', colocate_with => 'subject');
select create_distributed_table('contact_count', 'subject_id', colocate_with => 'subject');
select create_distributed_table('contact_label', 'subject_id', colocate_with => 'subject');
select create_distributed_table('invoice', 'subject_id', colocate_with => 'subject');
select create_distributed_table('picture', 'subject_id', colocate_with => 'subject');
select create_distributed_table('provider_subscription', 'subject_id', colocate_with => 'subject');
select create_distributed_table('push_subscription', 'subject_id', colocate_with => 'subject');
select create_distributed_table('push_topic', 'subject_id', colocate_with => 'subject');
select create_distributed_table('review_cache', 'subject_id', colocate_with => 'subject');
select create_distributed_table('subject_component', 'subject_id', colocate_with => 'subject');
select create_distributed_table('subject_service', 'subject_id', colocate_with => 'subject');
select create_distributed_table('subject_version', 'subject_id', colocate_with => 'subject');
select create_distributed_table('subscription', 'subject_id', colocate_with => 'subject');
select create_distributed_table('taken_picture', 'subject_id', colocate_with => 'subject');
select create_distributed_table('uploaded_picture', 'subject_id', colocate_with => 'subject');
select create_distributed_table('visit_day', 'subject_id', colocate_with => 'subject');
select create_distributed_table('visit_event', 'subject_id', colocate_with => 'subject');

-- 4. Stays at the coordinator, without a statement:
-- account_identity, account_leaving, billing_check, billing_event, blocked_host, card_import, card_import_fault,
-- card_import_part, checkout_to_end, customer_to_erase, installation, limit_window, mail_count, migration,
-- operator_act, passkey, publication, receipt_number, release, reserved_alias, resting_alias, short_link, sign_in_link,
-- spent.
