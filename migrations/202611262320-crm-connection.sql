-- What the owner must do at a CRM before it takes contacts again: 'key' or 'source'.
alter table connection add column attention text;
