create schema invoicing;

-- To whom a client's invoices are written. Without a row, that is the person.
create table invoicing.billing (
  user_id uuid primary key references accounts."user" (id),
  company text,
  address_line1 text not null,
  address_line2 text,
  city text not null,
  postal_code text,
  state text,
  country text not null check (country ~ '^[A-Z]{2}$'),
  tax_number text,
  updated_at timestamptz not null
);

-- Of the rates of a place, the newest that has begun counts. A rate of 0 ends the ones before it.
create table invoicing.tax_rate (
  id uuid primary key default gen_random_uuid(),
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- Empty for the whole country.
  state text not null default '',
  -- 82500 is 8.25 percent.
  per_million integer not null check (per_million between 0 and 1000000),
  starts_on date not null,
  created_at timestamptz not null,
  created_by uuid references accounts."user" (id),
  unique (country, state, starts_on)
);

-- The last number of each series in a year. Its row is locked until the transaction of the document ends, so no number is lost.
create table invoicing.series (
  year integer primary key,
  invoices integer not null default 0 check (invoices >= 0),
  credit_notes integer not null default 0 check (credit_notes >= 0)
);

-- Invoices and credit notes, as they were sent. Only the buyer can be erased.
create table invoicing.document (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('invoice', 'credit_note')),
  year integer not null,
  position integer not null check (position > 0),
  number text not null unique,
  client_id uuid not null references accounts."user" (id),
  payment_id uuid not null references payments.payment (id),
  -- Of a credit note for a refund.
  refund_id uuid unique references payments.refund (id),
  -- The invoice that a credit note is about.
  credits_id uuid references invoicing.document (id),
  -- The invoice that this one replaces with other billing details.
  replaces_id uuid unique references invoicing.document (id),
  issued_at timestamptz not null,
  -- When the money moved.
  paid_at timestamptz not null,
  correctable_until timestamptz,
  description text not null,
  seller jsonb not null,
  buyer jsonb not null,
  lines jsonb not null,
  subtotal_cents bigint not null check (subtotal_cents >= 0),
  discount_cents bigint not null check (discount_cents between 0 and subtotal_cents),
  tax_cents bigint not null check (tax_cents >= 0),
  total_cents bigint not null check (total_cents = subtotal_cents - discount_cents + tax_cents),
  tax_per_million integer not null check (tax_per_million between 0 and 1000000),
  unique (kind, year, position),
  check ((kind = 'credit_note') = (credits_id is not null)),
  check (kind = 'credit_note' or refund_id is null),
  check (kind = 'invoice' or (replaces_id is null and correctable_until is null))
);
-- A payment has one first invoice; each correction adds one.
create unique index one_invoice_of_payment on invoicing.document (payment_id) where kind = 'invoice' and replaces_id is null;
create index document_of_client on invoicing.document (client_id, issued_at desc, id);
create index document_of_payment on invoicing.document (payment_id, issued_at);
create index document_issued on invoicing.document (issued_at desc, id);
create index credit_note_of_invoice on invoicing.document (credits_id) where credits_id is not null;

create function invoicing.refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - 'buyer' = to_jsonb(old) - 'buyer' then
      return new;
    end if;
  end if;
  raise exception 'Document % is issued: it can be corrected by another one only.', old.number using errcode = 'restrict_violation';
end $$;
create trigger issued before update or delete on invoicing.document for each row execute function invoicing.refuse_change();
