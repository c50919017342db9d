create schema if not exists platform;

-- What the product wrote to people while no SMTP server is set; shown at /dev/mailbox outside production.
create table platform.mailbox_message (
  id bigint generated always as identity primary key,
  received_at timestamptz not null default now(),
  mail_from text not null,
  rcpt_to text[] not null,
  raw bytea not null
);

-- Things done once in the life of a database, such as loading the demo catalogue.
create table platform.milestone (
  name text primary key,
  reached_at timestamptz not null default now()
);
