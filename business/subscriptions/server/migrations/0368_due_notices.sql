-- migrate: without a transaction
drop index concurrently if exists subscriptions.subscription_to_notify;
create index concurrently subscription_to_notify on subscriptions.subscription (period_ends_at)
  where plan_type = 'yearly' and state = 'active' and auto_renew and source = 'paypal';
