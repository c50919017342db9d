-- A wrong payout is reversed by a contra payout of the opposite amount. The reason is in its notes.
alter table payroll.payout add column reverses uuid;
alter table payroll.payout add constraint payout_reverses_payout foreign key (reverses) references payroll.payout (id) not valid;
alter table payroll.payout drop constraint payout_amount_cents_check;
alter table payroll.payout add constraint payout_amount_sign check ((amount_cents > 0) = (reverses is null) and amount_cents <> 0) not valid;
