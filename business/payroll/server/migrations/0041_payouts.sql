-- Money paid to an artist. The balance is not here: it is the sum of wages_owed in the ledger.
create table payroll.payout (
  id uuid primary key default gen_random_uuid(),
  employee_id uuid not null references accounts."user" (id),
  amount_cents bigint not null check (amount_cents > 0),
  payment_method text not null check (payment_method in ('cash', 'moneygram', 'bank_transfer', 'paypal', 'check', 'other')),
  reference_number text,
  notes text,
  recorded_by uuid not null references accounts."user" (id),
  paid_at timestamptz not null
);
create index payout_of_employee on payroll.payout (employee_id, paid_at desc);

-- Every text a rule ever had. A wage names the version it was booked by; both stay when the rule is deleted.
create table payroll.wage_rule_version (
  id bigint generated always as identity primary key,
  category text not null,
  version integer not null check (version >= 1),
  wage_cents bigint not null,
  license_price_cents bigint not null,
  notes text not null,
  -- Nothing in a version that deleted the rule.
  is_deleted boolean not null default false,
  changed_at timestamptz not null,
  unique (category, version)
);
insert into payroll.wage_rule_version (category, version, wage_cents, license_price_cents, notes, changed_at)
  select category, 1, wage_cents, license_price_cents, notes, created_at from payroll.wage_rule;
alter table payroll.wage add column rule_version_id bigint references payroll.wage_rule_version (id);
update payroll.wage set rule_version_id = version.id
  from payroll.wage_rule_version version where version.category = wage.category and version.wage_cents = wage.amount_cents;

create function payroll.keep_version() returns trigger language plpgsql as $$
declare
  rule payroll.wage_rule := coalesce(new, old);
begin
  if tg_op = 'UPDATE' and (new.wage_cents, new.license_price_cents, new.notes) is not distinct from (old.wage_cents, old.license_price_cents, old.notes) then
    return null;
  end if;
  insert into payroll.wage_rule_version (category, version, wage_cents, license_price_cents, notes, is_deleted, changed_at)
    select rule.category, coalesce(max(version), 0) + 1, rule.wage_cents, rule.license_price_cents, rule.notes, tg_op = 'DELETE',
           case when tg_op = 'DELETE' then now() else rule.updated_at end
    from payroll.wage_rule_version where category = rule.category;
  return null;
end $$;
create trigger keep_version after insert or update or delete on payroll.wage_rule for each row execute function payroll.keep_version();
