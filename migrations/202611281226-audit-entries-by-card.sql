-- no transaction
-- The audit log of a card is read by its id: another card may have had its alias.
drop index concurrently if exists operator_act_by_card;
create index concurrently operator_act_by_card on operator_act (subject_id, id) where subject_id is not null;
