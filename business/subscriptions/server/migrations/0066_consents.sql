-- Every express consent to a renewal, at the checkout and at each change of plan: its words and its time. Nothing here is ever changed.
create table subscriptions.consent (
  id bigint generated always as identity primary key,
  subscription_id uuid not null references subscriptions.subscription (id),
  plan_id text not null check (plan_id in ('indiv_monthly', 'team_monthly')),
  words text not null,
  consented_at timestamptz not null
);
create index consent_of_subscription on subscriptions.consent (subscription_id, consented_at);
