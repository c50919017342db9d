-- The rate of the tax that PayPal adds to each payment, in parts per million: 82500 is 8.25 percent. Fixed at checkout.
alter table subscriptions.subscription add column tax_per_million integer not null default 0;
