-- The price of a personal license, by category of asset. It was a column of payroll.wage_rule.
create table licensing.license_price (
  category text primary key check (category in ('icon', 'vector', 'background', 'illustration', 'logo')),
  price_cents bigint not null check (price_cents >= 0),
  updated_at timestamptz not null
);

-- Every price a category has had. The row stays when the price is changed or deleted.
create table licensing.license_price_version (
  id bigint generated always as identity primary key,
  category text not null,
  version integer not null check (version >= 1),
  price_cents bigint not null check (price_cents >= 0),
  -- The price was deleted at `changed_at`; price_cents is then the last price.
  is_deleted boolean not null default false,
  changed_at timestamptz not null,
  changed_by uuid references accounts."user" (id),
  unique (category, version)
);

insert into licensing.license_price (category, price_cents, updated_at)
  select category, license_price_cents, updated_at from payroll.wage_rule;
insert into licensing.license_price_version (category, version, price_cents, is_deleted, changed_at)
  select category, version, license_price_cents, is_deleted, changed_at from payroll.wage_rule_version order by id;

-- Public pages show prices.
create trigger tell_pages after insert or update or delete on licensing.license_price
  for each row execute function platform.tell_pages();
