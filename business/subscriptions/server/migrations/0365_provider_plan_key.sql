-- migrate: without a transaction
drop index concurrently if exists subscriptions.provider_plan_of_price;
create unique index concurrently provider_plan_of_price on subscriptions.provider_plan (environment, plan_id, price_cents, has_intro);
