create schema if not exists developers;

create table developers.webhook (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references accounts."user" (id),
  url text not null check (char_length(url) between 1 and 2000),
  events text[] not null check (cardinality(events) > 0),
  is_active boolean not null default true,
  -- Failed attempts since the last success, of whichever deliveries.
  failures integer not null default 0,
  created_at timestamptz not null
);
create index webhook_of_user on developers.webhook (user_id, created_at);

-- Encrypted with a key of its own, which is wrapped: see platform/server/sealing.ts.
create table developers.webhook_secret (
  id uuid primary key,
  webhook_id uuid not null references developers.webhook (id) on delete cascade,
  sealed bytea not null,
  key_id text not null,
  wrapped_key bytea not null,
  -- The secret before the last rotation signs too, until then. Null: the secret of now.
  valid_until timestamptz,
  created_at timestamptz not null
);
create unique index one_secret_of_now on developers.webhook_secret (webhook_id) where valid_until is null;
create index secret_of_webhook on developers.webhook_secret (webhook_id);

create table developers.delivery (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references developers.webhook (id) on delete cascade,
  type text not null,
  -- The same bytes at every attempt.
  body text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- Failed attempts since the event, or since it was sent again: which pause comes next.
  tries integer not null default 0,
  response_status integer,
  -- Why the last attempt failed, as a code.
  failure text,
  next_attempt_at timestamptz,
  -- Someone asked for this attempt, so it is made even if the webhook is off.
  is_asked boolean not null default false,
  -- Who makes an attempt now, and until when nobody else may.
  claim uuid,
  claimed_until timestamptz,
  attempted_at timestamptz,
  created_at timestamptz not null,
  check ((status = 'pending') = (next_attempt_at is not null)),
  check ((claim is null) = (claimed_until is null))
);
create index delivery_of_webhook on developers.delivery (webhook_id, created_at desc, id);
create index delivery_due on developers.delivery (next_attempt_at) where status = 'pending';
create index delivery_pending_of_webhook on developers.delivery (webhook_id, next_attempt_at, created_at, id) where status = 'pending';
create index delivery_claimed on developers.delivery (webhook_id) where claimed_until is not null;
create index delivery_created on developers.delivery (created_at);
