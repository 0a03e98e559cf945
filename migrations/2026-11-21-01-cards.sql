-- What belongs to the installation as a whole: one named document a row.
create table installation (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- A card and whose it is. Single values are columns; what is edited together is a document checked by the contract.
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
  show_experience_management_platform_reviews boolean not null default false
);

-- The directory from alias to subject: small enough to stand on every node when subjects are spread over many.
create table alias (
  name text primary key check (name = lower(name) and name ~ '^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$'),
  subject_id uuid not null references subject (id) on delete cascade
);
create index alias_of_subject on alias (subject_id);

-- A named variant of a card: what differs from the published one.
create table subject_version (
  subject_id uuid not null references subject (id) on delete cascade,
  name text not null check (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$'),
  overrides jsonb not null default '{}' check (jsonb_typeof(overrides) = 'object'),
  updated_at timestamptz not null default now(),
  primary key (subject_id, name)
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

create table subject_component (
  subject_id uuid not null references subject (id) on delete cascade,
  grade_service_id integer not null references grade_service (id),
  grade_component_id integer not null,
  current_value text not null default '',
  primary key (subject_id, grade_service_id, grade_component_id)
);

-- What a page of a card reports of its own troubles.
create table card_log (
  subject_id uuid not null references subject (id) on delete cascade,
  id uuid not null,
  received timestamptz not null default now(),
  message text not null check (length(message) <= 2000),
  data jsonb,
  primary key (subject_id, id)
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
