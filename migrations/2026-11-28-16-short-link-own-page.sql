-- Whether the link was the card's own page when it got its code; null: made before this column, and not known.
alter table short_link add column is_own_page boolean;
