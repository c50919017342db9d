create schema marketing;

-- Who agreed to news, to which words, and where.
create table marketing.consent (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  agreed_at timestamptz not null,
  words text not null,
  source text not null check (source in ('free_download')),
  -- The secret part of the link that withdraws it. Mails and exported lists hold it.
  token text not null unique,
  withdrawn_at timestamptz
);
create unique index one_consent on marketing.consent (email) where withdrawn_at is null;
create index consent_of_address on marketing.consent (email);
create index consent_by_age on marketing.consent (agreed_at desc, id);
create index consent_withdrawn on marketing.consent (withdrawn_at) where withdrawn_at is not null;

create table marketing.announcement (
  id uuid primary key default gen_random_uuid(),
  subject text not null,
  body text not null,
  state text not null default 'draft' check (state in ('draft', 'sending', 'stopped', 'sent')),
  created_at timestamptz not null,
  created_by uuid not null references accounts."user" (id),
  started_at timestamptz,
  ended_at timestamptz,
  check ((state = 'draft') = (started_at is null))
);
-- One at a time, so that nobody gets two on one day.
create unique index one_sending on marketing.announcement (state) where state = 'sending';
create index announcement_by_age on marketing.announcement (created_at desc, id);

-- Each address gets an announcement once.
create table marketing.delivery (
  announcement_id uuid not null references marketing.announcement (id) on delete cascade,
  consent_id uuid not null references marketing.consent (id) on delete cascade,
  sent_at timestamptz not null,
  primary key (announcement_id, consent_id)
);
create index delivery_of_consent on marketing.delivery (consent_id);

-- Those who agreed before this table existed, with the words that the pages showed.
insert into marketing.consent (email, agreed_at, words, source, token)
select distinct on (email) email, created_at, 'Tell me about new free assets', 'free_download',
  replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
from licensing.free_request where marketing_opt_in order by email, created_at;
