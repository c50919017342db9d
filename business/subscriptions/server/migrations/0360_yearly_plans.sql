-- Yearly plans, and changes that take effect at once: the new plan is a subscription of its own at PayPal, which replaces another.
alter table subscriptions.subscription
  drop constraint subscription_plan_id_check,
  drop constraint subscription_next_plan_id_check,
  add constraint known_plan check (plan_id in ('indiv_monthly', 'indiv_yearly', 'team_monthly', 'team_yearly')) not valid,
  add constraint known_next_plan check (next_plan_id in ('indiv_monthly', 'indiv_yearly', 'team_monthly', 'team_yearly')) not valid,
  -- The first payments cost another amount: what is due today after a change of plan, or less by a coupon.
  add column intro_cents bigint,
  add column intro_payments integer,
  add constraint intro_has_both check ((intro_cents is null) = (intro_payments is null)) not valid,
  -- The plan that this one replaces, the start of its period that the credit was counted for, and the credit.
  add column replaces_id uuid references subscriptions.subscription (id),
  add column replaces_period_at timestamptz,
  add column credit_cents bigint not null default 0,
  -- A payment made later is refunded.
  add column approve_by timestamptz;
