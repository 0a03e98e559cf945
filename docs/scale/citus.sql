-- Generated from the migrated database by `npm run docs`; a test fails if it is out of date. Read docs/scale.md first.
-- `npm run carte -- scale citus --run` does the same with checks, and continues after an interruption.
-- Run on the coordinator, while no Carte server is running, in a database migrated by this version, empty or not.
\set ON_ERROR_STOP on

-- 1. Drop constraints that can’t span machines. Next to each: what guarantees it instead.
alter table subject drop constraint subject_alias_key; -- the key of alias, which is written with the card
create index subject_alias_key on subject USING btree (alias);
alter table subject drop constraint subject_key_key; -- 96 random bits
create index subject_key_key on subject USING btree (key);
drop index subscription_at_provider; -- the provider, which gives each of its ids once; written under the lock of its card
create index subscription_at_provider on subscription USING btree (provider, subscription_id);
alter table billing_event drop constraint billing_event_subject_id_fkey; -- erase-billing.ts, which deletes a card’s events before the card
alter table access_key drop constraint access_key_subject_id_fkey; -- card-directories.ts, with the card
alter table alias drop constraint alias_subject_id_fkey; -- card-directories.ts, with the card
alter table billing_customer drop constraint billing_customer_subject_id_fkey; -- card-directories.ts, with the card
alter table billing_order drop constraint billing_order_subject_id_fkey; -- card-directories.ts, with the card
alter table card_submission drop constraint card_submission_subject_id_fkey; -- card-directories.ts, with the card
alter table claim_code drop constraint claim_code_subject_id_fkey; -- card-directories.ts, with the card
alter table claim_try drop constraint claim_try_subject_id_fkey; -- card-directories.ts, with the card
alter table membership drop constraint membership_subject_id_fkey; -- card-directories.ts, with the card
alter table notice drop constraint notice_subject_id_fkey; -- card-directories.ts, with the card
alter table provider_subscription drop constraint provider_subscription_subject_id_fkey; -- card-directories.ts, with the card
alter table push_subscription drop constraint push_subscription_subject_id_fkey; -- card-directories.ts, with the card
alter table refused_recipient drop constraint refused_recipient_subject_id_fkey; -- card-directories.ts, with the card
alter table review_name drop constraint review_name_subject_id_fkey; -- card-directories.ts, with the card
alter table short_link drop constraint short_link_subject_id_fkey; -- card-directories.ts, with the card

-- 2. Drop the other references until step 6: a referenced table can’t be distributed.
alter table abuse_report drop constraint abuse_report_subject_id_fkey;
alter table billing_order drop constraint billing_order_plan_code_fkey;
alter table billing_press drop constraint billing_press_subject_id_fkey;
alter table card_draft drop constraint card_draft_subject_id_fkey;
alter table card_log drop constraint card_log_subject_id_fkey;
alter table connection drop constraint connection_subject_id_fkey;
alter table contact drop constraint contact_subject_id_fkey;
alter table contact_consent drop constraint contact_consent_subject_id_contact_id_fkey;
alter table contact_count drop constraint contact_count_subject_id_fkey;
alter table contact_import drop constraint contact_import_subject_id_fkey;
alter table contact_import_row drop constraint contact_import_row_subject_id_import_id_fkey;
alter table contact_label drop constraint contact_label_subject_id_fkey;
alter table delivery drop constraint delivery_subject_id_connection_id_fkey;
alter table delivery drop constraint delivery_subject_id_event_id_fkey;
alter table event drop constraint event_subject_id_fkey;
alter table idempotent_call drop constraint idempotent_call_subject_id_fkey;
alter table invoice drop constraint invoice_plan_code_fkey;
alter table invoice drop constraint invoice_subject_id_fkey;
alter table link_failure drop constraint link_failure_subject_id_fkey;
alter table picture drop constraint picture_subject_id_fkey;
alter table provider_subscription drop constraint provider_subscription_plan_code_fkey;
alter table review_cache drop constraint review_cache_subject_id_fkey;
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

-- 3. Replicate these tables, with their data, to every machine.
select create_reference_table('grade_service');
select create_reference_table('plan');

-- 4. Distribute these tables, with their data, by card. Partitions follow their table, also future ones.
select create_distributed_table('subject', 'id', shard_count => 64);
select create_distributed_table('abuse_report', 'subject_id', colocate_with => 'subject');
select create_distributed_table('billing_press', 'subject_id', colocate_with => 'subject');
select create_distributed_table('card_draft', 'subject_id', colocate_with => 'subject');
select create_distributed_table('card_log', 'subject_id', colocate_with => 'subject');
select create_distributed_table('connection', 'subject_id', colocate_with => 'subject');
select create_distributed_table('contact', 'subject_id', colocate_with => 'subject');
select create_distributed_table('contact_consent', 'subject_id', colocate_with => 'subject');
select create_distributed_table('contact_count', 'subject_id', colocate_with => 'subject');
select create_distributed_table('contact_import', 'subject_id', colocate_with => 'subject');
select create_distributed_table('contact_import_row', 'subject_id', colocate_with => 'subject');
select create_distributed_table('contact_label', 'subject_id', colocate_with => 'subject');
select create_distributed_table('delivery', 'subject_id', colocate_with => 'subject');
select create_distributed_table('event', 'subject_id', colocate_with => 'subject');
select create_distributed_table('idempotent_call', 'subject_id', colocate_with => 'subject');
select create_distributed_table('invoice', 'subject_id', colocate_with => 'subject');
select create_distributed_table('link_failure', 'subject_id', colocate_with => 'subject');
select create_distributed_table('picture', 'subject_id', colocate_with => 'subject');
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

-- 5. Delete the hidden local copies on the coordinator.
select truncate_local_data_after_distributing_table('grade_service');
select truncate_local_data_after_distributing_table('plan');
select truncate_local_data_after_distributing_table('subject');
select truncate_local_data_after_distributing_table('abuse_report');
select truncate_local_data_after_distributing_table('billing_press');
select truncate_local_data_after_distributing_table('card_draft');
select truncate_local_data_after_distributing_table('card_log');
select truncate_local_data_after_distributing_table('connection');
select truncate_local_data_after_distributing_table('contact');
select truncate_local_data_after_distributing_table('contact_consent');
select truncate_local_data_after_distributing_table('contact_count');
select truncate_local_data_after_distributing_table('contact_import');
select truncate_local_data_after_distributing_table('contact_import_row');
select truncate_local_data_after_distributing_table('contact_label');
select truncate_local_data_after_distributing_table('delivery');
select truncate_local_data_after_distributing_table('event');
select truncate_local_data_after_distributing_table('idempotent_call');
select truncate_local_data_after_distributing_table('invoice');
select truncate_local_data_after_distributing_table('link_failure');
select truncate_local_data_after_distributing_table('picture');
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

-- 6. Restore the references.
alter table abuse_report add constraint abuse_report_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table billing_order add constraint billing_order_plan_code_fkey FOREIGN KEY (plan_code) REFERENCES plan(code);
alter table billing_press add constraint billing_press_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table card_draft add constraint card_draft_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table card_log add constraint card_log_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table connection add constraint connection_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table contact add constraint contact_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table contact_consent add constraint contact_consent_subject_id_contact_id_fkey FOREIGN KEY (subject_id, contact_id) REFERENCES contact(subject_id, id) ON DELETE CASCADE;
alter table contact_count add constraint contact_count_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table contact_import add constraint contact_import_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table contact_import_row add constraint contact_import_row_subject_id_import_id_fkey FOREIGN KEY (subject_id, import_id) REFERENCES contact_import(subject_id, id) ON DELETE CASCADE;
alter table contact_label add constraint contact_label_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table delivery add constraint delivery_subject_id_connection_id_fkey FOREIGN KEY (subject_id, connection_id) REFERENCES connection(subject_id, id) ON DELETE CASCADE;
alter table delivery add constraint delivery_subject_id_event_id_fkey FOREIGN KEY (subject_id, event_id) REFERENCES event(subject_id, id) ON DELETE CASCADE;
alter table event add constraint event_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table idempotent_call add constraint idempotent_call_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table invoice add constraint invoice_plan_code_fkey FOREIGN KEY (plan_code) REFERENCES plan(code);
alter table invoice add constraint invoice_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table link_failure add constraint link_failure_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table picture add constraint picture_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
alter table provider_subscription add constraint provider_subscription_plan_code_fkey FOREIGN KEY (plan_code) REFERENCES plan(code);
alter table review_cache add constraint review_cache_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE;
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

-- 7. Wait 5 seconds for a worker’s connection, not 30.
do $$ begin execute format('alter database %I set citus.node_connection_timeout = ''5s''', current_database()); end $$;

-- Stay on the coordinator, without a statement:
-- access_key, account, account_identity, account_leaving, alias, backup_run, billing_check, billing_customer,
-- billing_event, billing_order, blocked_host, card_import, card_import_fault, card_import_part, card_submission,
-- checkout_to_end, claim_code, claim_try, customer_to_erase, email_change, installation, invitation, limit_window,
-- mail_count, membership, migration, notice, operator_act, passkey, provider_subscription, publication,
-- push_subscription, push_topic, receipt_number, refused_recipient, release, reserved_alias, resting_alias,
-- review_name, session, short_link, sign_in_link, spent, switched_off_host, view_total.
