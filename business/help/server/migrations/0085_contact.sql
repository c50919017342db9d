create schema help;

create table help.contact_message (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name <> ''),
  email text not null,
  subject text not null check (subject <> ''),
  message text not null check (message <> ''),
  received_at timestamptz not null,
  is_spam boolean not null,
  done_at timestamptz,
  done_by uuid references accounts."user" (id)
);
create index contact_message_by_age on help.contact_message (received_at desc, id);
create index contact_message_of on help.contact_message (email);
