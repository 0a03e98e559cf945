-- What is wrong with a file or a line, by code and values: a page writes the sentence in its reader's language.
alter table card_import add column problem_issues jsonb not null default '[]';
alter table card_import_fault add column code text not null default '', add column code_values jsonb not null default '{}';
