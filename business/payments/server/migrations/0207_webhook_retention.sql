-- For the nightly job that removes the texts of old notices.
create index webhook_event_with_body on payments.webhook_event (received_at) where body <> '{}'::jsonb;
