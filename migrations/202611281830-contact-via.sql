-- How the visitor came to the card: the source in the address they opened. Null if unknown.
alter table contact add column via text;
