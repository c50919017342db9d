alter table subscriptions.consent
  drop constraint consent_plan_id_check,
  add constraint known_consent_plan check (plan_id in ('indiv_monthly', 'indiv_yearly', 'team_monthly', 'team_yearly')) not valid;
