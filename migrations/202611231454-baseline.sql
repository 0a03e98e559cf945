-- The whole schema as of the first release. Later files add to it: docs/operating.md, "Updating without a break".
-- Columns stand in the order in which backups from before this file list them: a backup's values have places, not names.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Installation

-- What belongs to the installation as a whole: one named document per row.
create table installation (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

insert into installation (name, value) values
  ('homepage-settings', '[
    {"Key": "ShowName", "Label": "Name", "Value": true, "Weight": 10},
    {"Key": "ShowTitle", "Label": "Title", "Value": true, "Weight": 20},
    {"Key": "ShowCompanyName", "Label": "Company name", "Value": true, "Weight": 30},
    {"Key": "ShowMobilePhone", "Label": "Mobile phone", "Value": true, "Weight": 40},
    {"Key": "ShowOfficePhone", "Label": "Office phone", "Value": true, "Weight": 50},
    {"Key": "ShowDirectPhone", "Label": "Direct phone", "Value": true, "Weight": 60},
    {"Key": "ShowEmailAddress", "Label": "E-mail address", "Value": true, "Weight": 70}]'),
  ('application-settings', '{
    "services": {"website": 15, "realtor": 13, "homes": 16, "fiftyFivePlaces": 28, "experienceManagementPlatform": 27, "facebook": 5,
      "google": 3, "bbb": 33, "rateMyAgent": 34, "zillowReviews": 11, "whatIsYourHomeWorth": 25},
    "reviewLinkComponents": {"google": 1, "zillow": 1, "facebook": 1, "realtor": 1, "yelp": 1, "bbb": 1},
    "claimTags": "", "emailBody": "", "smsBody": "", "reviewMeEmailBody": "",
    "reviewMeSmsBody": "Please take the time to give me a nice review on any of these sites.",
    "reviewLinkGradeComponentId": 1, "anyPermission": 0}');

-- Rate limit counters that all servers share. The key is a hash with a secret of the installation: no client address and no
-- email address can be read from it. No row lives longer than a day, so the table skips the write-ahead log.
create unlogged table limit_window (
  key bytea primary key check (length(key) = 16),
  used integer not null check (used > 0),
  window_seconds integer not null check (window_seconds > 0),
  ends_at timestamptz not null
) with (fillfactor = 80);
create index limit_window_over on limit_window (ends_at);

-- Accounts

create table account (
  id uuid primary key,
  email text not null check (email = lower(email)),
  name text not null default '',
  is_operator boolean not null default false,
  created_at timestamptz not null default now(),
  email_verified_at timestamptz,
  -- Names its own algorithm and parameters, so that a stronger hash can replace it.
  password_hash text,
  language text not null default '',
  -- The cookie of a browser that logged in before carries this number: another number makes all of them unknown.
  browser_epoch integer not null default 0
);
create unique index account_email on account (email);
create index account_email_search on account using gin (email gin_trgm_ops);

-- Accounts by the name an external identity provider gives them.
create table account_identity (
  issuer text not null,
  subject text not null,
  account_id uuid not null references account (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index account_identity_of_account on account_identity (account_id);

create table passkey (
  account_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  name text not null default '',
  created_at timestamptz not null default now(),
  used_at timestamptz,
  -- Whether the passkey may be synced between devices (WebAuthn's BE flag), which never changes; null: not seen yet.
  is_backup_eligible boolean,
  primary key (account_id, id)
);

-- Only hashes are stored. The previous token stays valid for a moment while it is exchanged.
create table session (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  before_hash bytea unique check (length(before_hash) = 32),
  exchanged_at timestamptz not null,
  signed_in_at timestamptz not null,
  seen_at timestamptz not null,
  ends_at timestamptz not null,
  device text not null default '',
  way text not null check (way in ('password', 'link', 'passkey', 'provider')),
  issuer text,
  provider_subject text,
  provider_sid text,
  id_token text
);
create index session_of_account on session (account_id);
create index session_at_provider on session (issuer, provider_subject) where issuer is not null;
create index session_ends on session (ends_at);

-- One-time login links. Only a hash is stored, so a copy of the database logs nobody in.
create table sign_in_link (
  token_hash bytea primary key check (length(token_hash) = 32),
  -- Null for a sign-up: until it is confirmed there is no account.
  account_id uuid references account (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at > created_at),
  used_at timestamptz check (used_at >= created_at),
  purpose text not null default 'sign-in' check (purpose in ('sign-in', 'sign-up', 'reset')),
  return_url text not null default '/',
  sign_up jsonb check (jsonb_typeof(sign_up) = 'object'),
  -- A link that an operator makes logs in also where an identity provider manages the accounts.
  is_operators boolean not null default false,
  check ((purpose = 'sign-up') = (account_id is null))
);
create index sign_in_link_of_account on sign_in_link (account_id);
-- Sign-ups that were never confirmed.
create index sign_in_link_sign_up on sign_in_link ((sign_up ->> 'email')) where purpose = 'sign-up';

-- Challenges and provider tokens that were consumed. Deleted once they would have expired anyway.
create table spent (
  kind text not null,
  key text not null,
  until timestamptz not null,
  primary key (kind, key)
);
create index spent_until on spent (until);

-- How many emails a stranger's requests sent to an address in a day. The address itself is not stored.
create table mail_count (
  target_hash bytea not null,
  day date not null,
  count integer not null,
  primary key (target_hash, day)
);

-- Accounts whose owner asked for deletion, and when it happens. Until then it can be undone.
create table account_leaving (
  account_id uuid primary key references account (id) on delete cascade,
  asked_at timestamptz not null,
  goes_at timestamptz not null check (goes_at > asked_at),
  -- Of the link in the email that undoes it.
  token_hash bytea unique check (length(token_hash) = 32),
  -- Cards that were switched off with it, to be switched on again if the owner stays.
  switched_off uuid[] not null default '{}',
  begun_at timestamptz,
  -- Cards whose rows are deleted and whose pictures may not be: the deletion is repeated after a stop in between.
  erased uuid[] not null default '{}'
);
create index account_leaving_due on account_leaving (goes_at);

-- Cards

-- Single values are columns; what is edited together is a document, checked by the contract.
create table subject (
  id uuid primary key,
  key text not null unique,
  alias text not null unique check (alias = lower(alias)),
  revision bigint not null default 1 check (revision > 0),
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  first_name text not null default '',
  last_name text not null default '',
  full_name text not null default '',
  title text not null default '',
  bio text not null default '',
  company_name text not null default '',
  company_address text not null default '',
  company_city text not null default '',
  company_state text not null default '',
  company_zip text not null default '',
  company_country text not null default '',
  email_address text not null default '',
  phone_number text not null default '',
  tel_phone_number text not null default '',
  office_phone_number text not null default '',
  direct_phone_number text not null default '',
  profile smallint not null default 1 check (profile in (1, 2)),

  granted_rights text[] not null default '{}',
  revoked_rights text[] not null default '{}',
  experiments jsonb not null default '[]' check (jsonb_typeof(experiments) = 'array'),
  tags text not null default '',
  e_card_enabled boolean not null default true,
  is_card_disabled boolean not null default false,

  e_card_theme text not null default 'default',
  e_card_background_color text not null default '',
  e_card_contact_background text not null default '',
  e_card_contact_color text not null default '',
  e_card_text_color text not null default '',
  e_card_icon_background text not null default '',
  e_card_icon_color text not null default '',
  e_card_header_icon_color text not null default '',
  e_card_background_image text not null default '',
  e_card_company_logo_image text not null default '',
  preview_background_image text not null default '',
  preview_company_logo text not null default '',
  preview_profile_image text not null default '',

  menus jsonb not null default '[]' check (jsonb_typeof(menus) = 'array'),
  reviews jsonb not null default '[]' check (jsonb_typeof(reviews) = 'array'),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  application_settings jsonb not null default '{}' check (jsonb_typeof(application_settings) = 'object'),

  share_by_email_body text not null default '',
  share_by_sms_body text not null default '',
  review_by_email_body text not null default '',
  review_by_sms_body text not null default '',
  digital_business_card_meta_description text not null default '',
  digital_business_card_meta_keywords text not null default '',
  zillow_web_services_id text not null default '',
  e_card_google_analytics_uid text not null default '',
  e_card_facebook_pixel_id text not null default '',
  grade_service_template_id integer not null default 1 check (grade_service_template_id > 0),

  hide_profile_image_on_homepage boolean not null default false,
  hide_profile_on_homepage boolean not null default false,
  show_video_on_homepage boolean not null default false,
  video_url text not null default '',
  video_poster_url text not null default '',
  show_vimeo_video_on_homepage boolean not null default false,
  vimeo_video_id text not null default '',
  show_video_on_desktop_homepage boolean not null default false,
  desktop_video_url text not null default '',
  desktop_video_poster_url text not null default '',
  show_vimeo_video_on_desktop_homepage boolean not null default false,
  desktop_vimeo_video_id text not null default '',

  show_custom_reviews boolean not null default true,
  show_zillow_reviews boolean not null default false,
  show_realtor_reviews boolean not null default false,
  show_homes_reviews boolean not null default false,
  show_facebook_reviews boolean not null default false,
  show_google_reviews boolean not null default false,
  show_bbb_reviews boolean not null default false,
  show_rate_my_agent_reviews boolean not null default false,
  show_55_places_reviews boolean not null default false,
  show_experience_management_platform_reviews boolean not null default false,

  -- Whether search engines may list the card.
  is_listed boolean not null default true,
  -- Reviews that an operator took down, by a hash of their text: written again, they stay away.
  reviews_taken_down jsonb not null default '[]' check (jsonb_typeof(reviews_taken_down) = 'array'),
  -- The license of the company, such as its NMLS number.
  company_license text not null default ''
);
-- Reviews are fetched under the name a provider knows the person by.
create index subject_reviewed on subject (zillow_web_services_id) where zillow_web_services_id <> '';
-- Folded by the same expression as the search: server/database/folded.ts.
create index subject_search_folded on subject
  using gin (lower(translate(normalize(alias || ' ' || full_name || ' ' || company_name || ' ' || email_address, nfc), 'İıς', 'Iiσ')) gin_trgm_ops);

create table membership (
  subject_id uuid not null references subject (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (subject_id, account_id)
);
create index membership_of_account on membership (account_id);

-- The directory from alias to subject: small enough to be whole on every node when subjects are spread over many.
create table alias (
  name text primary key check (name = lower(name) and name ~ '^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$'),
  subject_id uuid not null references subject (id) on delete cascade,
  -- What the alias looks like at a glance, as skeletonOf (server/cards/aliases): of two that look the same, only one is given out.
  skeleton text not null
    generated always as (translate(replace(replace(replace(name, '-', ''), 'rn', 'm'), 'vv', 'w'), '1i0', 'llo')) stored
);
create index alias_of_subject on alias (subject_id);
create index alias_skeleton on alias (skeleton);

-- Aliases that the operator reserves for somebody.
create table reserved_alias (
  name text primary key check (name = lower(name) and name ~ '^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$'),
  skeleton text not null
    generated always as (translate(replace(replace(replace(name, '-', ''), 'rn', 'm'), 'vv', 'w'), '1i0', 'llo')) stored,
  note text not null default '' check (length(note) <= 400),
  created_at timestamptz not null default now()
);
create index reserved_alias_skeleton on reserved_alias (skeleton);

-- An alias that was released is not given to somebody else for a while. The alias itself is not stored.
create table resting_alias (
  name_hash bytea primary key check (length(name_hash) = 32),
  until timestamptz not null
);
create index resting_alias_until on resting_alias (until);

-- A named variant of a card: what differs from the published one.
create table subject_version (
  subject_id uuid not null references subject (id) on delete cascade,
  name text not null check (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$'),
  overrides jsonb not null default '{}' check (jsonb_typeof(overrides) = 'object'),
  updated_at timestamptz not null default now(),
  primary key (subject_id, name)
);

-- The owner's unpublished changes: what differs from the published card, finished or not. The row stays when the draft is
-- published or discarded, and its revision only increases, so that another window notices.
create table card_draft (
  subject_id uuid primary key references subject (id) on delete cascade,
  revision bigint not null check (revision >= 0),
  fields jsonb not null default '{}' check (jsonb_typeof(fields) = 'object'),
  saved_at timestamptz,
  saved_by uuid,
  -- Of the newest save: a retry after a lost response is recognized.
  save_hash text
);

-- The services a card can link to; the same for everybody.
create table grade_service (
  id integer primary key,
  name text not null unique,
  css_class text not null default '',
  icon text not null default '',
  search_url text not null default '',
  capabilities integer not null default 0,
  weight integer not null
);

-- capabilities: social 1, review 4, connect 8, homepage 16, website 32
insert into grade_service (id, name, css_class, icon, search_url, capabilities, weight) values
  (1, 'Google Search by Name', 'google', 'google', 'https://www.google.com/search?q={firstName}+{lastName}+{companyName}', 0, 10),
  (2, 'Agent Page', 'agent-page', 'user', '', 8, 20),
  (3, 'Google Business', 'google', 'google', 'https://www.google.com/maps/search/{companyName}+{city}+{state}', 13, 30),
  (4, 'Facebook', 'facebook', 'facebook', 'https://www.facebook.com/search/people/?q={firstName}%20{lastName}', 29, 40),
  (5, 'Facebook Business', 'facebook', 'facebook', '', 29, 50),
  (6, 'Instagram', 'instagram', 'instagram', 'https://www.google.com/search?q=site:instagram.com+{firstName}+{lastName}', 25, 60),
  (7, 'Linked In', 'linkedin', 'linkedin', 'https://www.linkedin.com/search/results/people/?keywords={firstName}%20{lastName}', 25, 70),
  (8, 'Twitter', 'x', 'x', '', 25, 80),
  (9, 'YouTube', 'youtube', 'youtube', '', 25, 90),
  (10, 'Pinterest', 'pinterest', 'pinterest', '', 25, 100),
  (11, 'Zillow', 'zillow', 'zillow', '', 29, 110),
  (12, 'Trulia', 'trulia', 'trulia', '', 12, 120),
  (13, 'Realtor', 'realtor', 'realtor', '', 12, 130),
  (14, 'StreetEasy', 'streeteasy', 'streeteasy', '', 8, 140),
  (15, 'Website', 'website', 'globe', '', 40, 150),
  (16, 'Homes', 'homes', 'homes', '', 12, 160),
  (17, 'Vimeo', 'vimeo', 'vimeo', '', 9, 170),
  (18, 'Relola', 'relola', 'relola', '', 8, 180),
  (19, 'Active Rain', 'active-rain', 'active-rain', '', 8, 190),
  (20, 'Yelp', 'yelp', 'yelp', '', 12, 200),
  (21, 'Next Door', 'nextdoor', 'nextdoor', '', 9, 210),
  (22, 'Homelight', 'homelight', 'homelight', '', 12, 220),
  (23, 'Alignable', 'alignable', 'alignable', '', 8, 230),
  (24, 'Vls Homes', 'vls-homes', 'vls-homes', '', 8, 240),
  (25, 'What is Your Home Worth', 'home-worth', 'house', '', 0, 250),
  (26, 'Whatsapp', 'whatsapp', 'whatsapp', '', 9, 260),
  (27, 'Experience Management Platform', 'experience', 'star', '', 4, 270),
  (28, '55 Places', '55places', '55places', '', 4, 280),
  (29, 'Production Data', 'production-data', 'chart-column', '', 8, 290),
  (30, 'Blog', 'blog', 'file-text', '', 8, 300),
  (31, 'LoopNet', 'loopnet', 'loopnet', '', 8, 310),
  (32, 'Fair Housing Act', 'fair-housing', 'house', '', 8, 320),
  (33, 'Better Business Bureau', 'bbb', 'bbb', '', 4, 330),
  (34, 'Rate My Agent', 'rate-my-agent', 'rate-my-agent', '', 12, 340),
  (35, 'TikTok', 'tiktok', 'tiktok', '', 25, 350);

create table subject_service (
  subject_id uuid not null references subject (id) on delete cascade,
  grade_service_id integer not null references grade_service (id),
  direct_link text not null default '',
  short_review_link text not null default '',
  short_link text not null default '',
  capabilities integer,
  weight integer,
  ignore_service boolean not null default false,
  primary key (subject_id, grade_service_id)
);
-- Which card shows the link that somebody wants to pass on.
create index subject_service_link on subject_service (md5(direct_link));

create table subject_component (
  subject_id uuid not null references subject (id) on delete cascade,
  grade_service_id integer not null references grade_service (id),
  grade_component_id integer not null,
  current_value text not null default '',
  primary key (subject_id, grade_service_id, grade_component_id)
);
create index subject_component_value on subject_component (md5(current_value));

-- Errors that a page of a card reports.
create table card_log (
  subject_id uuid not null references subject (id) on delete cascade,
  id uuid not null,
  received timestamptz not null default now(),
  message text not null check (length(message) <= 2000),
  data jsonb,
  primary key (subject_id, id)
);

-- The idempotency key of "Create": clicked again, it is the same card.
create table card_submission (
  subject_id uuid primary key references subject (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  submission_id uuid not null,
  created_at timestamptz not null default now(),
  -- Of the request's content: the same key with other content is an error that must be seen.
  submitted_hash bytea check (length(submitted_hash) = 32),
  unique (account_id, submission_id)
);

-- One-time codes that claim a card without an owner. Only a hash is stored.
create table claim_code (
  subject_id uuid not null references subject (id) on delete cascade,
  id uuid not null,
  code_hash text not null,
  given_by text not null check (given_by in ('operator', 'mail')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at > created_at),
  used_at timestamptz,
  primary key (subject_id, id)
);

-- Attempts at a code. They are limited by account and by card; a wrong one does not end the code.
create table claim_try (
  subject_id uuid not null references subject (id) on delete cascade,
  id uuid not null,
  account_id uuid not null references account (id) on delete cascade,
  tried_at timestamptz not null,
  primary key (subject_id, id)
);
create index claim_try_account on claim_try (account_id);

-- Hosts that no card and no short link leads to, with all their subdomains.
create table blocked_host (
  host text primary key check (host = lower(host) and length(host) between 1 and 253),
  note text not null default '' check (length(note) <= 400),
  created_at timestamptz not null
);

-- Billing

-- Which plans there are. Their prices are settings of the installation.
create table plan (
  code text primary key,
  name text not null
);
insert into plan (code, name) values ('FREE', 'Complimentary'), ('PRO', 'PRO'), ('PRO_TEAM', 'PRO Team');

-- At most one per card: derived from everything known, and what pages read. A provider's amounts and refunds are on its invoices.
-- The state and what it needs are checked together, so that "trial without an end" cannot be written.
create table subscription (
  subject_id uuid primary key references subject (id) on delete cascade,
  plan_code text not null references plan (code),
  state text not null check (state in ('trial', 'paid', 'dunning', 'unpaid', 'expired', 'cancelled', 'unfinished')),
  trial_ends_at timestamptz,
  paid_until timestamptz,
  -- How long a failed payment is tolerated is a setting: the end is written when the dunning begins.
  dunning_until timestamptz,
  cancel_at timestamptz,
  has_card_on_file boolean not null default false,
  is_card_expired boolean not null default false,
  provider text not null default 'embedded',
  customer_id text,
  subscription_id text,
  provider_at timestamptz,
  updated_at timestamptz not null default now(),
  card jsonb check (jsonb_typeof(card) = 'object'),
  check (state <> 'trial' or trial_ends_at is not null),
  check (state <> 'paid' or paid_until is not null),
  check ((state = 'dunning') = (dunning_until is not null)),
  check (has_card_on_file or not is_card_expired)
);
create unique index subscription_at_provider on subscription (provider, subscription_id);

create table billing_customer (
  subject_id uuid primary key references subject (id) on delete cascade,
  first_name text not null,
  last_name text not null,
  display_name text not null,
  email text not null,
  company_name text not null,
  phone text not null,
  mobile text not null,
  billing_address jsonb not null check (jsonb_typeof(billing_address) = 'object'),
  shipping_address jsonb not null check (jsonb_typeof(shipping_address) = 'object'),
  -- The customer that the card is at a provider.
  provider text,
  customer_id text
);
create unique index billing_customer_at_provider on billing_customer (provider, customer_id);

-- A subscription as its provider reports it: the newest report, whatever order the events arrive in.
create table provider_subscription (
  subject_id uuid not null references subject (id) on delete cascade,
  id text not null,
  provider text not null,
  customer_id text not null,
  status text not null,
  plan_code text not null references plan (code),
  began_at timestamptz not null,
  trial_ends_at timestamptz,
  period_starts_at timestamptz,
  period_ends_at timestamptz,
  cancel_at timestamptz,
  ended_at timestamptz,
  card jsonb check (jsonb_typeof(card) = 'object'),
  told_at timestamptz not null,
  -- Counts the writes: after a request to the provider it shows whether somebody else wrote meanwhile.
  revision integer not null default 1,
  -- When it was last found in the provider's own list.
  listed_at timestamptz,
  primary key (subject_id, id)
);
create unique index provider_subscription_id on provider_subscription (id, subject_id);

-- Ordered and not paid yet: at most one open order per card, so that ordering twice does not charge twice.
create table billing_order (
  subject_id uuid not null references subject (id) on delete cascade,
  id uuid not null,
  plan_code text not null references plan (code),
  provider text not null,
  -- `paying`: paid on the provider's page, and what was bought there is not known here yet.
  state text not null check (state in ('open', 'paying', 'done', 'dropped')),
  checkout_id text,
  url text,
  expires_at timestamptz,
  -- Where the provider's page leads back to.
  return_path text not null default '/',
  -- Until then one request asks the provider for its page, and no other does.
  asking_until timestamptz,
  created_at timestamptz not null,
  -- What was bought.
  subscription_id text,
  -- When the provider was last asked about the order: its events may be lost.
  asked_at timestamptz,
  primary key (subject_id, id)
);
create unique index billing_order_open on billing_order (subject_id) where state = 'open';
create index billing_order_unsettled on billing_order (provider, coalesce(asked_at, created_at))
  where state in ('open', 'paying') and checkout_id is not null;
-- Checked at every event.
create index billing_order_paying on billing_order (subject_id) where state = 'paying';

create table invoice (
  subject_id uuid not null references subject (id) on delete cascade,
  id text not null,
  provider text not null,
  number text not null,
  state text not null check (state in ('open', 'paid', 'void', 'uncollectible')),
  plan_code text not null references plan (code),
  amount bigint not null check (amount >= 0),
  refunded bigint not null default 0 check (refunded between 0 and amount),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  issued_at timestamptz not null,
  period_starts_at timestamptz,
  period_ends_at timestamptz,
  url text not null default '',
  customer jsonb check (jsonb_typeof(customer) = 'object'),
  told_at timestamptz not null,
  primary key (subject_id, id)
);
create unique index invoice_id on invoice (id, subject_id);

-- Numbers of the installation's own receipts: consecutive, and never given twice, even after a card is deleted.
create table receipt_number (
  year integer primary key,
  last integer not null check (last > 0)
);

-- The idempotency key of a recorded payment: a second click of the same button records nothing.
create table billing_press (
  subject_id uuid not null references subject (id) on delete cascade,
  id uuid not null,
  pressed_at timestamptz not null,
  primary key (subject_id, id)
);

-- A provider's events, stored before they are applied. Until one is parsed its card may be unknown.
create table billing_event (
  provider text not null,
  event_id text not null,
  subject_id uuid references subject (id) on delete cascade,
  kind text not null,
  payload jsonb not null,
  provider_at timestamptz not null,
  received_at timestamptz not null default now(),
  applied_at timestamptz,
  customer_id text,
  outcome text,
  -- What was parsed from it on arrival.
  told jsonb check (jsonb_typeof(told) = 'object'),
  primary key (provider, event_id)
);
-- By customer: what waits for one of them is applied together.
create index billing_event_waiting on billing_event (provider, coalesce(customer_id, ''), received_at, event_id) where applied_at is null;
create index billing_event_of_card on billing_event (subject_id);
-- A customer's events are deleted with their card.
create index billing_event_of_customer on billing_event (customer_id);
create index billing_event_applied on billing_event (applied_at);
-- What the admin pages list.
create index billing_event_troubled on billing_event (provider_at) where outcome = 'troubled';

-- Customers that a provider has to erase, because the card is deleted here.
create table customer_to_erase (
  provider text not null,
  customer_id text not null,
  asked_at timestamptz not null default now(),
  primary key (provider, customer_id)
);

-- Checkout pages of a provider on which nobody is to pay any more.
create table checkout_to_end (
  provider text not null,
  checkout_id text not null,
  asked_at timestamptz not null default now(),
  primary key (provider, checkout_id)
);

-- What comparing everything with the provider found, one row per run.
create table billing_check (
  id uuid primary key,
  begun_at timestamptz not null,
  -- When it last finished a page: a run that makes no progress was interrupted.
  moved_at timestamptz not null,
  ended_at timestamptz,
  looked_at integer not null default 0,
  differing integer not null default 0,
  details jsonb not null default '[]' check (jsonb_typeof(details) = 'array')
);

-- Media

create table picture (
  subject_id uuid not null references subject (id) on delete cascade,
  kind text not null check (kind in ('profile', 'cutout', 'logo', 'background', 'card')),
  revision text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  has_alpha boolean not null,
  created_at timestamptz not null default now(),
  primary key (subject_id, kind)
);

-- Uploaded for a card and not published yet. The bytes are stored where a published picture's would be.
create table uploaded_picture (
  subject_id uuid not null references subject (id) on delete cascade,
  kind text not null check (kind in ('profile', 'cutout', 'logo', 'background', 'card')),
  revision text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  has_alpha boolean not null,
  created_at timestamptz not null default now(),
  primary key (subject_id, kind, revision)
);

-- Taken down by an operator: stored so that it can be undone, shown to nobody, and not accepted again.
create table taken_picture (
  subject_id uuid not null references subject (id) on delete cascade,
  kind text not null check (kind in ('profile', 'cutout', 'logo', 'background', 'card')),
  revision text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  has_alpha boolean not null,
  created_at timestamptz not null,
  primary key (subject_id, kind, revision)
);

-- Push

create table push_subscription (
  subject_id uuid not null references subject (id) on delete cascade,
  device text not null check (length(device) between 1 and 120),
  account_id uuid references account (id) on delete cascade,
  token jsonb not null check (jsonb_typeof(token) = 'object'),
  enabled boolean not null default true,
  active boolean not null default true,
  failures integer not null default 0 check (failures >= 0),
  updated_at timestamptz not null default now(),
  -- A device is notified about a card as long as somebody is logged in on it.
  session_id uuid references session (id) on delete cascade,
  -- When a failure was last counted: during an outage the same one repeats often.
  failed_at timestamptz,
  primary key (subject_id, device)
);
create index push_subscription_endpoint on push_subscription ((token ->> 'endpoint'));
create index push_subscription_of_session on push_subscription (session_id);

create table push_topic (
  subject_id uuid not null,
  device text not null,
  topic text not null check (topic in ('General_Notifications', 'New_Connected_Client')),
  enabled boolean not null default true,
  primary key (subject_id, device, topic),
  foreign key (subject_id, device) references push_subscription (subject_id, device) on delete cascade
);

-- Reviews

-- The last good answer of a review service, and how the newest attempt went.
create table review_cache (
  subject_id uuid not null references subject (id) on delete cascade,
  source text not null check (source in ('zillow-agent', 'zillow-lender', 'zillow-fallback')),
  source_key text not null,
  answer jsonb,
  fetched_at timestamptz,
  tried_at timestamptz not null default now(),
  failure text,
  -- Since when the provider has known nobody by that name; null: it knows them, or was not asked.
  unknown_since timestamptz,
  primary key (subject_id, source, source_key),
  check ((answer is null) = (fetched_at is null))
);
-- The oldest attempts first: what is to be fetched again.
create index review_cache_tried on review_cache (tried_at);

-- Links

-- The directory from code to link; like `alias`, small enough to be whole on every node.
create table short_link (
  code text primary key check (code ~ '^[A-Za-z0-9]{8,}$'),
  subject_id uuid not null references subject (id) on delete cascade,
  long_url text not null check (length(long_url) <= 2000),
  created_at timestamptz not null default now(),
  switched_off_at timestamptz,
  -- Whether the link was the card's own page when it got its code; null: not known.
  is_own_page boolean
);
create unique index short_link_once on short_link (subject_id, md5(long_url));

-- Visits

-- What happened on a card, as it arrived. Reports never read this: they read visit_day and visit_quarter.
create table visit_event (
  subject_id uuid not null references subject (id) on delete cascade,
  at timestamptz not null,
  id uuid not null,
  name text not null check (length(name) <= 60),
  params jsonb not null default '{}' check (jsonb_typeof(params) = 'object'),
  primary key (subject_id, at, id)
) partition by range (at);
-- Catches what has no partition of its own, so that no event is ever refused.
create table visit_event_other partition of visit_event default;
create index visit_event_at on visit_event using brin (at);

create table visit_day (
  subject_id uuid not null references subject (id) on delete cascade,
  day date not null,
  name text not null,
  dimension text not null,
  value text not null,
  count bigint not null check (count >= 0),
  primary key (subject_id, day, name, dimension, value)
);

-- Counts by quarter of an hour, for some months: a day of visit_day begins at midnight UTC, and these tell what of it belongs to the
-- day before or after in the time zone of a report. A count without quarters stays on its UTC day.
create table visit_quarter (
  subject_id uuid not null references subject (id) on delete cascade,
  name text not null,
  dimension text not null,
  value text not null,
  at timestamptz not null,
  count bigint not null check (count >= 0),
  primary key (subject_id, name, dimension, at, value)
);
-- Old quarters are deleted every night, and new ones fill their space: after some weeks every page of the table holds old and new
-- moments, and a BRIN index excludes none. In a btree equal moments share an entry, so it stays small.
create index visit_quarter_by_time on visit_quarter (at);

-- Contacts

create table contact (
  subject_id uuid not null references subject (id) on delete cascade,
  id uuid not null,
  submission_id uuid not null,
  name text not null,
  last_name text not null default '',
  full_name text not null,
  email_address text not null default '',
  phone_number text not null default '',
  title text not null default '',
  company_name text not null default '',
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip text not null default '',
  tags text[] not null default '{}',
  notes text not null default '',
  owner_notes jsonb not null default '[]' check (jsonb_typeof(owner_notes) = 'array'),
  viewed boolean not null default false,
  is_held boolean not null default false,
  -- As exact as the program's own clock, so that "behind this one" means the same on both sides.
  date_created timestamptz(3) not null default now(),
  search text generated always as (lower(full_name || ' ' || company_name)) stored,
  -- Of the submission's content, by which a retry is recognized.
  submitted_hash bytea,
  source text not null default 'form' check (source in ('form', 'hand')),
  -- Whether a captcha was solved for it.
  is_proved boolean not null default false,
  -- When the owner was notified that it is held for review.
  held_told_at timestamptz,
  primary key (subject_id, id)
);
-- The same submission is one contact, however often it arrives.
create unique index contact_once on contact (subject_id, submission_id);
create index contact_newest on contact (subject_id, date_created desc, id desc);
create index contact_by_name on contact (subject_id, lower(full_name) collate "C", id);
-- Folded by the same expression as the search, server/database/folded.ts: names are found however their letters are encoded.
create index contact_search_folded on contact
  using gin (subject_id, lower(translate(normalize(full_name || ' ' || company_name, nfc), 'İıς', 'Iiσ')) gin_trgm_ops, tags);
-- Announced contacts are counted before each new one. A spam burst does not make that longer: what is held is not in the index.
create index contact_announced on contact (subject_id, is_proved, date_created) where not is_held and source = 'form';
create index contact_held on contact (subject_id, held_told_at) where is_held and not viewed;
-- What is new, and the newest that the free plan shows, are found without passing over what is held.
create index contact_unheld_unviewed on contact (subject_id, date_created desc, id desc) where not is_held and not viewed;
create index contact_unheld on contact (subject_id, date_created desc, id desc) where not is_held;

create table contact_consent (
  subject_id uuid not null,
  contact_id uuid not null,
  wording text not null,
  wording_version text not null,
  language text not null,
  given_at timestamptz not null default now(),
  page text not null default '',
  primary key (subject_id, contact_id),
  foreign key (subject_id, contact_id) references contact (subject_id, id) on delete cascade
);

create table contact_label (
  subject_id uuid not null references subject (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  weight integer not null default 0,
  primary key (subject_id, name)
);

-- How many contacts there are, without counting them on every view.
create table contact_count (
  subject_id uuid primary key references subject (id) on delete cascade,
  total bigint not null default 0
);

-- Releases

-- Written by the operator, read by everybody: these belong to the installation.
create table release (
  version_type text not null,
  version text not null,
  date date not null,
  version_history text not null default '',
  updates jsonb not null default '[]' check (jsonb_typeof(updates) = 'array'),
  primary key (version_type, version)
);

-- Stories and tours are written, published and read as a whole: one document each.
create table publication (
  kind text not null check (kind in ('stories', 'tour')),
  tag text not null check (length(tag) between 1 and 60),
  content jsonb not null check (jsonb_typeof(content) = 'array'),
  published_at timestamptz not null default now(),
  primary key (kind, tag)
);

-- Abuse

-- Reports that a card impersonates somebody or is a fraud. Nothing about the reporter is stored.
create table abuse_report (
  subject_id uuid not null references subject (id) on delete cascade,
  id uuid not null,
  submission_id uuid not null,
  created_at timestamptz not null,
  kind text not null check (kind in ('impersonation', 'fraud', 'offensive', 'privacy', 'other', 'objection')),
  words text not null check (length(words) <= 2000),
  link_code text not null default '' check (length(link_code) <= 20),
  is_owner boolean not null default false,
  closed_at timestamptz,
  -- Reports of the same kind that came while this one was open, counted and not stored.
  more integer not null default 0 check (more >= 0),
  primary key (subject_id, id),
  unique (subject_id, submission_id)
);
create index abuse_report_open on abuse_report (id) where closed_at is null;
create index abuse_report_closed on abuse_report (closed_at) where closed_at is not null;

-- Admin

-- The audit log of operators' actions, by page and by command line. Rows are added and read, never changed. No reference to an
-- account or a card: the row stays when either is deleted.
create table operator_act (
  id uuid primary key,
  at timestamptz not null,
  account_id uuid,
  actor text not null check (length(actor) between 1 and 320),
  act text not null check (length(act) between 1 and 60),
  subject_id uuid,
  alias text not null default '',
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object')
);
create index operator_act_of_card on operator_act (alias, id) where alias <> '';
create index operator_act_by_actor on operator_act (actor, id);
create index operator_act_by_act on operator_act (act, id);

-- A file of cards that is imported. Its progress is written with the cards themselves, so that it resumes where it stopped.
create table card_import (
  id uuid primary key,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  account_id uuid,
  actor text not null,
  name text not null check (length(name) between 1 and 200),
  encoding text not null check (encoding in ('utf-8', 'windows-1252')),
  takes text not null check (takes in ('good', 'all')),
  state text not null check (state in ('arriving', 'checking', 'checked', 'importing', 'done', 'refused')),
  bytes integer not null default 0 check (bytes >= 0),
  lines integer not null default 0,
  good integer not null default 0,
  broken integer not null default 0,
  made integer not null default 0,
  at_line integer not null default 0,
  problem text not null default ''
);

create table card_import_part (
  import_id uuid not null references card_import (id) on delete cascade,
  place integer not null check (place >= 0),
  bytes bytea not null,
  primary key (import_id, place)
);

create table card_import_fault (
  import_id uuid not null references card_import (id) on delete cascade,
  id uuid not null,
  line integer not null,
  field text not null default '',
  message text not null,
  primary key (import_id, line, id)
);
