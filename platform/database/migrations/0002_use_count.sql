create schema if not exists platform;

-- Rate limits: how often a key was used in the window that starts then.
create table platform.use_count (
  key text not null,
  window_start timestamptz not null,
  used integer not null,
  primary key (key, window_start)
);
create index use_count_window on platform.use_count (window_start);

-- Answers of calls that carried an Idempotency-Key; status is null while the first of them still works.
create table platform.idempotent_answer (
  actor_id text not null,
  endpoint text not null,
  key text not null,
  body_hash text not null,
  status integer,
  answer jsonb,
  started_at timestamptz not null default now(),
  primary key (actor_id, endpoint, key)
);
