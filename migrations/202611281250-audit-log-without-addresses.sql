-- Addresses that clearing and testing mail stored. The index by action finds the rows.
update operator_act set detail = detail - 'mail' where act in ('mail.clear', 'mail.test') and detail ? 'mail';
