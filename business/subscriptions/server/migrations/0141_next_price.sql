-- The price from the next period on, in cents. Null means the list price of next_plan_id.
alter table subscriptions.subscription add column next_price_cents bigint check (next_price_cents > 0);
