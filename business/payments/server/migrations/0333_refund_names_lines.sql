-- migrate: without a transaction
alter table payments.refund validate constraint refund_names_lines;
