-- Set when the owner cancels the renewal while it can still be resumed: PayPal's subscription is suspended, not cancelled.
-- A charge after this time is refunded.
alter table subscriptions.subscription add column renewal_paused_at timestamptz;

-- PayPal still has to be brought to our state: suspended when renewal_paused_at is set, active when it is not.
alter table subscriptions.subscription add column renewal_due boolean not null default false;
