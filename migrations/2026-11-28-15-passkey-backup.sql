-- Whether the passkey may be synced between devices (WebAuthn's BE flag), which never changes; null: not seen since this column.
alter table passkey add column is_backup_eligible boolean;
