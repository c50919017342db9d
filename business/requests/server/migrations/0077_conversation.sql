create table requests.message (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null,
  position integer not null,
  author_id uuid not null references accounts."user" (id),
  body text not null,
  -- The browser's own name for it: what is sent twice is there once.
  client_key uuid,
  created_at timestamptz not null,
  unique (request_id, position),
  unique (request_id, author_id, client_key),
  foreign key (request_id, position) references requests.event (request_id, position) on delete cascade
);

create table requests.attachment (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null references requests.request (id) on delete cascade,
  uploader_id uuid not null references accounts."user" (id),
  -- Nothing until it is sent.
  message_id uuid references requests.message (id) on delete cascade,
  -- Its place in the message.
  place integer not null default 0,
  filename text not null,
  content_type text not null,
  bytes bigint not null check (bytes > 0),
  -- Of the file store.
  file_key text not null unique,
  preview_key text unique,
  created_at timestamptz not null,
  -- Nothing until its bytes are there.
  stored_at timestamptz
);
create index attachment_of_request on requests.attachment (request_id);
create index attachment_of_message on requests.attachment (message_id) where message_id is not null;
create index attachment_unsent on requests.attachment (created_at) where message_id is null;

create table requests.reader (
  request_id uuid not null references requests.request (id) on delete cascade,
  person_id uuid not null references accounts."user" (id),
  read_position integer not null default 0,
  -- When they last read, or had the conversation open.
  seen_at timestamptz,
  -- How far the last mail about unread messages reached.
  mailed_position integer not null default 0,
  primary key (request_id, person_id)
);
create index reader_person on requests.reader (person_id);
