-- migrate: without a transaction
alter table subscriptions.subscription validate constraint known_plan;
alter table subscriptions.subscription validate constraint known_next_plan;
alter table subscriptions.subscription validate constraint intro_has_both;
