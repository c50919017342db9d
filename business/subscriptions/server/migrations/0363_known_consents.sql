-- migrate: without a transaction
alter table subscriptions.consent validate constraint known_consent_plan;
