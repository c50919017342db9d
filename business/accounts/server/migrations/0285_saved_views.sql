-- Searches with filters that admins have named. At most 50 for a person.
create table accounts.saved_view (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references accounts.user (id),
  path text not null,
  name text not null,
  query text not null,
  created_at timestamptz not null,
  unique (user_id, path, name)
);
