-- The tax rate in parts per million by which tax_cents was calculated at checkout: 82500 is 8.25 percent.
alter table payments.payment add column tax_per_million integer not null default 0;
