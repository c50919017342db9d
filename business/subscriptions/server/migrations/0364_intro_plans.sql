-- PayPal's plans come in two kinds: with a first cycle at another price, and without.
alter table subscriptions.provider_plan
  add column has_intro boolean not null default false,
  drop constraint provider_plan_pkey;
