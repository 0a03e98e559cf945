-- Drawn from the migrated database by `npm run docs`; a test fails when it is no longer true. Read docs/scale.md first.
-- Run at the coordinator, while no server of Carte runs, in a database that this version has migrated, empty or filled.
\set ON_ERROR_STOP on
create extension if not exists citus;

-- 0. The machines by name, as they reach each other: once, by hand, before the rest.
-- select citus_set_coordinator_host('coordinator.example', 5432);
-- select citus_add_node('worker-1.example', 5432);
-- select citus_add_node('worker-2.example', 5432);

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

-- 2. The other references, which step 6 gives back: a table that others refer to is not moved.
alter table abuse_report drop constraint abuse_report_subject_id_fkey;
alter table account_identity drop constraint account_identity_account_id_fkey;
alter table account_leaving drop constraint account_leaving_account_id_fkey;
alter table billing_customer drop constraint billing_customer_subject_id_fkey;
alter table billing_order drop constraint billing_order_plan_code_fkey;
alter table billing_order drop constraint billing_order_subject_id_fkey;
alter table billing_press drop constraint billing_press_subject_id_fkey;
alter table card_draft drop constraint card_draft_subject_id_fkey;
alter table card_log drop constraint card_log_subject_id_fkey;
alter table card_submission drop constraint card_submission_account_id_fkey;
alter table claim_code drop constraint claim_code_subject_id_fkey;
alter table claim_try drop constraint claim_try_account_id_fkey;
alter table claim_try drop constraint claim_try_subject_id_fkey;
alter table contact drop constraint contact_subject_id_fkey;
alter table contact_consent drop constraint contact_consent_subject_id_contact_id_fkey;
alter table contact_count drop constraint contact_count_subject_id_fkey;
alter table contact_label drop constraint contact_label_subject_id_fkey;
alter table invoice drop constraint invoice_plan_code_fkey;
alter table invoice drop constraint invoice_subject_id_fkey;
alter table link_failure drop constraint link_failure_subject_id_fkey;
alter table membership drop constraint membership_account_id_fkey;
alter table passkey drop constraint passkey_account_id_fkey;
alter table picture drop constraint picture_subject_id_fkey;
alter table provider_subscription drop constraint provider_subscription_plan_code_fkey;
alter table provider_subscription drop constraint provider_subscription_subject_id_fkey;
alter table push_subscription drop constraint push_subscription_account_id_fkey;
alter table push_subscription drop constraint push_subscription_session_id_fkey;
alter table push_subscription drop constraint push_subscription_subject_id_fkey;
alter table push_topic drop constraint push_topic_subject_id_device_fkey;
alter table review_cache drop constraint review_cache_subject_id_fkey;
alter table session drop constraint session_account_id_fkey;
alter table sign_in_link drop constraint sign_in_link_account_id_fkey;
alter table subject_component drop constraint subject_component_grade_service_id_fkey;
alter table subject_component drop constraint subject_component_subject_id_fkey;
alter table subject_service drop constraint subject_service_grade_service_id_fkey;
alter table subject_service drop constraint subject_service_subject_id_fkey;
alter table subject_version drop constraint subject_version_subject_id_fkey;
alter table subscription drop constraint subscription_plan_code_fkey;
alter table subscription drop constraint subscription_subject_id_fkey;
alter table taken_picture drop constraint taken_picture_subject_id_fkey;
alter table uploaded_picture drop constraint uploaded_picture_subject_id_fkey;
alter table visit_day drop constraint visit_day_subject_id_fkey;
alter table visit_event drop constraint visit_event_subject_id_fkey;
alter table visit_quarter drop constraint visit_quarter_subject_id_fkey;

-- 3. Whole on each machine, with what lies in them.
select create_reference_table('account');
select create_reference_table('alias');
select create_reference_table('card_submission');
select create_reference_table('grade_service');
select create_reference_table('membership');
select create_reference_table('plan');
select create_reference_table('session');

-- 4. With the card, with what lies in them. Partitions go with their table, those of months to come too.
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
select create_distributed_table('link_failure', 'subject_id', colocate_with => 'subject');
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
select create_distributed_table('visit_quarter', 'subject_id', colocate_with => 'subject');

-- 5. What was there is at the coordinator once more, unseen: it goes.
select truncate_local_data_after_distributing_table('account');
select truncate_local_data_after_distributing_table('alias');
select truncate_local_data_after_distributing_table('card_submission');
select truncate_local_data_after_distributing_table('grade_service');
select truncate_local_data_after_distributing_table('membership');
select truncate_local_data_after_distributing_table('plan');
select truncate_local_data_after_distributing_table('session');
select truncate_local_data_after_distributing_table('subject');
select truncate_local_data_after_distributing_table('abuse_report');
select truncate_local_data_after_distributing_table('billing_customer');
select truncate_local_data_after_distributing_table('billing_order');
select truncate_local_data_after_distributing_table('billing_press');
select truncate_local_data_after_distributing_table('card_draft');
select truncate_local_data_after_distributing_table('card_log');
select truncate_local_data_after_distributing_table('claim_code');
select truncate_local_data_after_distributing_table('claim_try');
select truncate_local_data_after_distributing_table('contact');
select truncate_local_data_after_distributing_table('contact_consent');
select truncate_local_data_after_distributing_table('contact_count');
select truncate_local_data_after_distributing_table('contact_label');
select truncate_local_data_after_distributing_table('invoice');
select truncate_local_data_after_distributing_table('link_failure');
select truncate_local_data_after_distributing_table('picture');
select truncate_local_data_after_distributing_table('provider_subscription');
select truncate_local_data_after_distributing_table('push_subscription');
select truncate_local_data_after_distributing_table('push_topic');
select truncate_local_data_after_distributing_table('review_cache');
select truncate_local_data_after_distributing_table('subject_component');
select truncate_local_data_after_distributing_table('subject_service');
select truncate_local_data_after_distributing_table('subject_version');
select truncate_local_data_after_distributing_table('subscription');
select truncate_local_data_after_distributing_table('taken_picture');
select truncate_local_data_after_distributing_table('uploaded_picture');
select truncate_local_data_after_distributing_table('visit_day');
select truncate_local_data_after_distributing_table('visit_event');
select truncate_local_data_after_distributing_table('visit_quarter');

-- 6. The references of step 2.
alter table abuse_report add constraint abuse_report_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table account_identity add constraint account_identity_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table account_leaving add constraint account_leaving_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table billing_customer add constraint billing_customer_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table billing_order add constraint billing_order_plan_code_fkey FOREIGN KEY (plan_code) REFERENCES plan(code);
alter table billing_order add constraint billing_order_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table billing_press add constraint billing_press_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table card_draft add constraint card_draft_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table card_log add constraint card_log_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table card_submission add constraint card_submission_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table claim_code add constraint claim_code_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table claim_try add constraint claim_try_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table claim_try add constraint claim_try_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table contact add constraint contact_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table contact_consent add constraint contact_consent_subject_id_contact_id_fkey FOREIGN KEY (subject_id, contact_id) REFERENCES contact(subject_id, id) ON DELETE CASCADE;
alter table contact_count add constraint contact_count_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table contact_label add constraint contact_label_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table invoice add constraint invoice_plan_code_fkey FOREIGN KEY (plan_code) REFERENCES plan(code);
alter table invoice add constraint invoice_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table link_failure add constraint link_failure_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table membership add constraint membership_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table passkey add constraint passkey_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table picture add constraint picture_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table provider_subscription add constraint provider_subscription_plan_code_fkey FOREIGN KEY (plan_code) REFERENCES plan(code);
alter table provider_subscription add constraint provider_subscription_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table push_subscription add constraint push_subscription_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table push_subscription add constraint push_subscription_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE;
alter table push_subscription add constraint push_subscription_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table push_topic add constraint push_topic_subject_id_device_fkey FOREIGN KEY (subject_id, device) REFERENCES push_subscription(subject_id, device) ON DELETE CASCADE;
alter table review_cache add constraint review_cache_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table session add constraint session_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table sign_in_link add constraint sign_in_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;
alter table subject_component add constraint subject_component_grade_service_id_fkey FOREIGN KEY (grade_service_id) REFERENCES grade_service(id);
alter table subject_component add constraint subject_component_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table subject_service add constraint subject_service_grade_service_id_fkey FOREIGN KEY (grade_service_id) REFERENCES grade_service(id);
alter table subject_service add constraint subject_service_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table subject_version add constraint subject_version_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table subscription add constraint subscription_plan_code_fkey FOREIGN KEY (plan_code) REFERENCES plan(code);
alter table subscription add constraint subscription_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table taken_picture add constraint taken_picture_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table uploaded_picture add constraint uploaded_picture_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table visit_day add constraint visit_day_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table visit_event add constraint visit_event_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table visit_quarter add constraint visit_quarter_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;

-- Stays at the coordinator, without a statement:
-- account_identity, account_leaving, billing_check, billing_event, blocked_host, card_import, card_import_fault,
-- card_import_part, checkout_to_end, customer_to_erase, installation, limit_window, mail_count, migration,
-- operator_act, passkey, publication, receipt_number, release, reserved_alias, resting_alias, short_link, sign_in_link,
-- spent, view_total.
