create schema careers;

create table careers.applicant (
  id uuid primary key default gen_random_uuid(),
  first_name text not null check (first_name <> ''),
  last_name text not null check (last_name <> ''),
  email text not null,
  phone text not null check (phone <> ''),
  location text not null,
  portfolio_url text not null,
  years_experience double precision check (years_experience >= 0),
  skills text not null,
  availability text not null check (availability in ('part_time', 'full_time', 'project_based', 'flexible')),
  work_auth text not null check (work_auth in ('yes', 'no', 'need_sponsorship')),
  legal_notice_ack boolean not null check (legal_notice_ack),
  ip_ack boolean not null check (ip_ack),
  status text not null default 'submitted' check (status in ('submitted', 'in_review', 'shortlisted', 'rejected', 'hired')),
  notes text not null default '',
  gov_id_verified boolean not null default false,
  -- The sender's own name for it: what is sent twice is there once.
  client_key uuid unique,
  created_at timestamptz not null,
  -- Set while the status is rejected: what the time it is kept counts from.
  rejected_at timestamptz,
  check ((status = 'rejected') = (rejected_at is not null))
);
create index applicant_newest on careers.applicant (created_at desc, id);
create index applicant_by_status on careers.applicant (status, created_at desc, id);
create index applicant_rejected on careers.applicant (rejected_at) where rejected_at is not null;

create table careers.applicant_file (
  applicant_id uuid not null references careers.applicant (id) on delete cascade,
  kind text not null check (kind in ('resume', 'gov_id')),
  -- As it was sent.
  filename text not null,
  content_type text not null,
  bytes bigint not null check (bytes > 0),
  -- Of the file store, where the bytes lie encrypted.
  file_key text not null unique,
  -- The file's own key, encrypted with the key named beside it: without this row the bytes are noise.
  key_id text not null,
  wrapped_key bytea not null,
  primary key (applicant_id, kind)
);
create index applicant_file_by_key on careers.applicant_file (key_id);
