-- A payment can be for an order of several licenses. amount_cents is what is charged: subtotal − discount + tax.
alter table payments.payment
  add column order_id uuid,
  -- Null: the amount is the subtotal, without a discount and without tax.
  add column subtotal_cents bigint,
  add column discount_cents bigint not null default 0,
  add column tax_cents bigint not null default 0,
  add constraint payment_adds_up check (
    discount_cents >= 0 and tax_cents >= 0
    and (subtotal_cents is not null or (discount_cents = 0 and tax_cents = 0))
    and (subtotal_cents is null or amount_cents = subtotal_cents - discount_cents + tax_cents)
  ) not valid,
  -- An order of several licenses names them in its lines.
  drop constraint payment_says_what,
  add constraint payment_says_what check (
    case purpose
      when 'license' then
        subscription_id is null
        and ((asset_id is not null and license_type is not null) or (asset_id is null and license_type is null and order_id is not null))
      when 'subscription' then subscription_id is not null and license_type is null and order_id is null
      else false
    end
  ) not valid;
