-- migrate: without a transaction
-- For the job that tries them again, and for the operations page.
drop index concurrently if exists payments.webhook_event_unprocessed;
create index concurrently webhook_event_unprocessed on payments.webhook_event (received_at) where processed_at is null;
