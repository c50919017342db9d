create schema requests;

create table requests.request (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null references accounts."user" (id),
  title text not null check (title <> ''),
  description text not null check (description <> ''),
  category text not null check (category in ('icon', 'vector', 'background', 'illustration', 'logo', 'other')),
  budget_cents bigint check (budget_cents >= 0),
  -- A day in California.
  due_date date,
  status text not null default 'submitted'
    check (status in ('submitted', 'accepted', 'in_progress', 'completed', 'rejected', 'cancelled')),
  assigned_employee_id uuid references accounts."user" (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Of its newest event.
  last_position integer not null default 0
);
create index request_of_client on requests.request (client_id, created_at desc);
create index request_of_employee on requests.request (assigned_employee_id) where assigned_employee_id is not null;
create index request_by_age on requests.request (created_at desc, id);
create index request_search on requests.request using gin (title public.gin_trgm_ops, description public.gin_trgm_ops);

-- What happened to a request, messages too, in one order without gaps: a position is taken under the request's row lock, so that whoever
-- has seen n has seen all before it.
create table requests.event (
  request_id uuid not null references requests.request (id) on delete cascade,
  position integer not null,
  kind text not null check (kind in ('submitted', 'edited', 'status', 'assigned', 'unassigned', 'cancelled', 'message')),
  actor_id uuid not null references accounts."user" (id),
  -- The request's own, from then on.
  status text,
  employee_id uuid references accounts."user" (id),
  happened_at timestamptz not null,
  primary key (request_id, position)
);

-- Events are only added; they go with their request.
create function requests.keep_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from requests.request where id = old.request_id) then
    return old;
  end if;
  raise exception 'the events of a request are only added to';
end
$$;
create trigger event_is_kept before update or delete on requests.event for each row execute function requests.keep_event();

-- Every process with open streams listens.
create function requests.tell_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('request_events', new.request_id::text);
  return null;
end
$$;
create trigger event_is_told after insert on requests.event for each row execute function requests.tell_event();

create function requests.tell_deletion() returns trigger language plpgsql as $$
begin
  perform pg_notify('request_events', old.id::text);
  return null;
end
$$;
create trigger deletion_is_told after delete on requests.request for each row execute function requests.tell_deletion();
