-- The admin's list, newest first, with and without a state.
create index payment_newest on payments.payment (created_at desc, id);
create index payment_newest_of_state on payments.payment (state, created_at desc, id);
