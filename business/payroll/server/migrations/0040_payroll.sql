create schema payroll;

-- What one approved asset of a category earns its artist, and what its personal licence costs.
create table payroll.wage_rule (
  id uuid primary key default gen_random_uuid(),
  category text not null unique check (category in ('icon', 'vector', 'background', 'illustration', 'logo')),
  wage_cents bigint not null check (wage_cents >= 0),
  license_price_cents bigint not null check (license_price_cents >= 0),
  notes text not null default '' check (length(notes) <= 500),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- One wage per asset, ever: the unique asset decides, however many admins approve at once. The amount stays as it was booked.
create table payroll.wage (
  id uuid primary key default gen_random_uuid(),
  asset_id uuid not null unique,
  employee_id uuid not null references accounts."user" (id),
  category text not null,
  amount_cents bigint not null check (amount_cents >= 0),
  earned_at timestamptz not null
);
create index wage_employee on payroll.wage (employee_id, earned_at desc);
create index wage_earned_at on payroll.wage (earned_at);
