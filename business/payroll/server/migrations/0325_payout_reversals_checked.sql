-- migrate: without a transaction
alter table payroll.payout validate constraint payout_reverses_payout;
alter table payroll.payout validate constraint payout_amount_sign;
