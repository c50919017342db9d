-- Whether the payment opened this period. The refund of one that opened nothing ends no plan.
alter table subscriptions.period add column opened boolean not null default true;
update subscriptions.period set opened = false where id in (select period_id from subscriptions.event where kind = 'paid');
