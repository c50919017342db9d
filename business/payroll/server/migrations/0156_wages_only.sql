-- License prices moved to licensing.license_price (0155). The service now writes the versions, because a trigger does not know who makes a change.
drop trigger keep_version on payroll.wage_rule;
drop function payroll.keep_version();

alter table payroll.wage_rule_version add column changed_by uuid references accounts."user" (id);
-- The license price that was set together with this version.
alter table payroll.wage_rule_version add column license_price_version_id bigint references licensing.license_price_version (id);
update payroll.wage_rule_version version set license_price_version_id = price.id
  from licensing.license_price_version price where price.category = version.category and price.version = version.version;
alter table payroll.wage_rule_version alter column license_price_version_id set not null;

alter table payroll.wage_rule drop column license_price_cents;
alter table payroll.wage_rule_version drop column license_price_cents;
