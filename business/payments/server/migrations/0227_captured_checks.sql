-- When PayPal is asked again whether it refunded or reversed a captured payment. Null: it was never asked.
alter table payments.payment add column next_check_at timestamptz;
