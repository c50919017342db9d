-- Every transaction of the book is sealed when it commits, in the order of the commits: a hash over its row, over each of its lines,
-- and over the seal before it. What is changed, taken out, put in or moved afterwards no longer fits (docs/decisions/015-sealed-ledger.md).
create table ledger.seal (
  -- Without a gap, from 1.
  position bigint primary key check (position >= 1),
  transaction_id bigint not null unique references ledger.transaction (id),
  previous_hash bytea not null check (octet_length(previous_hash) = 32),
  transaction_hash bytea not null check (octet_length(transaction_hash) = 32),
  -- One after the other, in the order of the lines' positions.
  line_hashes bytea not null check (octet_length(line_hashes) >= 64 and octet_length(line_hashes) % 32 = 0),
  hash bytea not null unique check (octet_length(hash) = 32)
);

-- The newest seal. Its one row is also the lock under which transactions follow each other, held from the end of the work to the commit.
create table ledger.head (
  only_row boolean primary key default true check (only_row),
  position bigint not null check (position >= 0),
  hash bytea not null check (octet_length(hash) = 32)
);
insert into ledger.head (position, hash) values (0, decode(repeat('00', 32), 'hex'));

-- Fields with the length of their bytes before them, so that no two lists of fields read the same: 4:sale,-,2:10
create function ledger.canonical(variadic fields text[]) returns bytea language sql immutable set search_path = pg_catalog as $$
  select convert_to(
    string_agg(case when field is null then '-' else octet_length(convert_to(field, 'UTF8')) || ':' || field end, ',' order by place),
    'UTF8'
  )
  from unnest(fields) with ordinality as one (field, place)
$$;

create function ledger.microseconds(moment timestamptz) returns text language sql immutable set search_path = pg_catalog as $$
  select ((extract(epoch from moment) * 1000000)::bigint)::text
$$;

create function ledger.hash_of(one ledger.transaction) returns bytea language sql immutable set search_path = pg_catalog as $$
  select sha256(ledger.canonical(
    'transaction', one.id::text, one.kind, one.reference, one.description,
    ledger.microseconds(one.occurred_at), one.line_count::text, ledger.microseconds(one.booked_at)
  ))
$$;

create function ledger.hash_of(one ledger.line) returns bytea language sql immutable set search_path = pg_catalog as $$
  select sha256(ledger.canonical(
    'line', one.transaction_id::text, one.position::text, one.account, one.amount_cents::text,
    ledger.microseconds(one.occurred_at), one.party_id::text, one.asset_id::text
  ))
$$;

create function ledger.seal_transaction(sealed_id bigint) returns void language plpgsql security definer set search_path = pg_catalog as $$
declare
  before ledger.head;
  own bytea;
  lines bytea;
  sealed bytea;
begin
  select * into strict before from ledger.head for update;
  select ledger.hash_of(one) into strict own from ledger.transaction one where one.id = sealed_id;
  select string_agg(ledger.hash_of(one), ''::bytea order by one.position) into strict lines from ledger.line one where one.transaction_id = sealed_id;
  sealed := sha256(ledger.canonical('seal', (before.position + 1)::text) || before.hash || own || lines);
  insert into ledger.seal (position, transaction_id, previous_hash, transaction_hash, line_hashes, hash)
    values (before.position + 1, sealed_id, before.hash, own, lines, sealed);
  update ledger.head set position = before.position + 1, hash = sealed;
end $$;
revoke execute on function ledger.seal_transaction(bigint) from public;

-- What is in the book already is sealed in the order in which it was begun.
do $$
declare
  known bigint;
begin
  for known in select id from ledger.transaction order by id loop
    perform ledger.seal_transaction(known);
  end loop;
end $$;

create trigger append_only before update or delete or truncate on ledger.seal for each statement execute function ledger.refuse_change();
create trigger append_only before delete or truncate on ledger.head for each statement execute function ledger.refuse_change();

create function ledger.head_moves_on() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if tg_op = 'UPDATE' and new.position = old.position + 1 and exists (
    select from ledger.seal where position = new.position and previous_hash = old.hash and hash = new.hash
  ) then
    return new;
  end if;
  raise exception 'The head of the ledger only moves on to the next seal.' using errcode = 'restrict_violation';
end $$;
create trigger moves_on before insert or update on ledger.head for each row execute function ledger.head_moves_on();

-- Deferred, and after `balances` by its name: what is sealed is whole. With the rights of the schema's owner, as the app may not write seals.
create function ledger.transaction_is_sealed() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform ledger.seal_transaction(new.id);
  return null;
end $$;
create constraint trigger seals after insert on ledger.transaction deferrable initially deferred
  for each row execute function ledger.transaction_is_sealed();
