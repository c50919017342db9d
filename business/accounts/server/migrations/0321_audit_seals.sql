-- Entries of the audit log are sealed a few seconds after their commit, each over the one before it (docs/decisions/023-sealed-audit-log.md).
-- Not at the commit, as in the ledger: signing in would then wait for everyone else's work.

-- The grant that an entry belongs to. Null in older entries: their area follows from the action.
alter table accounts.audit_entry add column area text;

-- Entries without a seal. The trigger adds them, the seal takes them out.
create table accounts.audit_unsealed (entry_id bigint primary key);

create table accounts.audit_seal (
  -- Without a gap, from 1.
  position bigint primary key check (position >= 1),
  -- No foreign key: an archived entry is in a file, and its seal stays.
  entry_id bigint not null unique,
  entry_hash bytea not null check (octet_length(entry_hash) = 32),
  hash bytea not null unique check (octet_length(hash) = 32)
);

-- The newest seal. Its one row is the lock under which entries are sealed.
create table accounts.audit_head (
  only_row boolean primary key default true check (only_row),
  position bigint not null check (position >= 0),
  hash bytea not null check (octet_length(hash) = 32)
);
insert into accounts.audit_head (position, hash) values (0, decode(repeat('00', 32), 'hex'));

-- Entries that were moved to a file, by their seals.
create table accounts.audit_archive (
  first_position bigint primary key,
  last_position bigint not null unique check (last_position >= first_position),
  file_key text not null unique,
  -- SHA-256 of the file.
  file_hash bytea not null check (octet_length(file_hash) = 32),
  archived_at timestamptz not null
);

-- Fields with the length of their bytes before them, so that no two lists of fields read the same: 4:seal,-,2:10
create function accounts.canonical(variadic fields text[]) returns bytea language sql immutable set search_path = pg_catalog as $$
  select convert_to(
    string_agg(case when field is null then '-' else octet_length(convert_to(field, 'UTF8')) || ':' || field end, ',' order by place),
    'UTF8'
  )
  from unnest(fields) with ordinality as one (field, place)
$$;

-- Without the network address and the browser, which are erased later.
create function accounts.hash_of(one accounts.audit_entry) returns bytea language sql immutable set search_path = pg_catalog as $$
  select sha256(accounts.canonical(
    'entry', one.id::text, ((extract(epoch from one.occurred_at) * 1000000)::bigint)::text, one.actor_id::text, one.action,
    one.subject_kind, one.subject, one.area, (one.details - array['ip', 'device'])::text
  ))
$$;

create function accounts.note_unsealed() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into accounts.audit_unsealed (entry_id) values (new.id);
  return null;
end
$$;
create trigger audit_entry_is_noted after insert on accounts.audit_entry for each row execute function accounts.note_unsealed();
insert into accounts.audit_unsealed (entry_id) select id from accounts.audit_entry;

-- Seals at most so many entries, oldest first. Returns how many. With the rights of the schema's owner: the app may not write seals.
create function accounts.seal_audit_entries(at_most integer) returns integer language plpgsql security definer set search_path = pg_catalog as $$
declare
  head accounts.audit_head;
  entry accounts.audit_entry;
  own bytea;
  sealed integer := 0;
begin
  select * into strict head from accounts.audit_head for update;
  for entry in
    select one.* from accounts.audit_unsealed waiting join accounts.audit_entry one on one.id = waiting.entry_id
    order by waiting.entry_id limit at_most
  loop
    own := accounts.hash_of(entry);
    head.position := head.position + 1;
    head.hash := sha256(accounts.canonical('seal', head.position::text) || head.hash || own);
    insert into accounts.audit_seal (position, entry_id, entry_hash, hash) values (head.position, entry.id, own, head.hash);
    delete from accounts.audit_unsealed where entry_id = entry.id;
    sealed := sealed + 1;
  end loop;
  if sealed > 0 then
    update accounts.audit_head set position = head.position, hash = head.hash;
  end if;
  return sealed;
end
$$;

create function accounts.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only added to';
end
$$;
create trigger append_only before update or delete or truncate on accounts.audit_seal for each statement execute function accounts.refuse_change();
create trigger append_only before update or delete or truncate on accounts.audit_archive for each statement execute function accounts.refuse_change();
create trigger append_only before delete or truncate on accounts.audit_head for each statement execute function accounts.refuse_change();

create function accounts.audit_head_moves_on() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if tg_op = 'UPDATE' and new.position > old.position and exists (
    select from accounts.audit_seal where position = new.position and hash = new.hash
  ) then
    return new;
  end if;
  raise exception 'the head of the audit log only moves on to a newer seal';
end
$$;
create trigger moves_on before insert or update on accounts.audit_head for each row execute function accounts.audit_head_moves_on();

-- As before, except that an entry may go once a file holds it.
create or replace function accounts.keep_audit_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'details' = to_jsonb(old) - 'details' and new.details = old.details - array['ip', 'device'] then
    return new;
  end if;
  if tg_op = 'DELETE' and exists (
    select from accounts.audit_seal seal
    join accounts.audit_archive archive on seal.position between archive.first_position and archive.last_position
    where seal.entry_id = old.id
  ) then
    return old;
  end if;
  raise exception 'the audit log is only added to';
end
$$;
