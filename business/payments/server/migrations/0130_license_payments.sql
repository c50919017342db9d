-- What a payment buys, in columns of its own instead of a text ("asset/license type", or the id of a subscription).
alter table payments.payment
  add column license_type text check (license_type in ('personal', 'commercial', 'extended')),
  -- The format that the client chose before paying: the download after the payment has it.
  add column file_format text check (file_format ~ '^[a-z0-9]{1,10}$'),
  add column subscription_id uuid;

update payments.payment
set license_type = split_part(subject, '/', 2), asset_id = coalesce(asset_id, split_part(subject, '/', 1)::uuid)
where purpose = 'license' and subject ~ '^[0-9a-f-]{36}/(personal|commercial|extended)$';

update payments.payment
set subscription_id = subject::uuid
where purpose = 'subscription' and subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

-- Of two open orders for the same license only one is ever captured. Replaces one_claim.
create unique index one_claim_of_license on payments.payment (client_id, asset_id, license_type)
  where purpose = 'license' and claimed_at is not null and state in ('created', 'approved');
create index payment_of_subscription on payments.payment (subscription_id) where subscription_id is not null;

-- Takes the index one_claim with it. Nothing else reads the column.
alter table payments.payment drop column subject;

-- Payments of before may name things that no longer parse; new ones always say what they buy.
alter table payments.payment add constraint payment_says_what check (
  case purpose
    when 'license' then asset_id is not null and license_type is not null and subscription_id is null
    when 'subscription' then subscription_id is not null and license_type is null
    else false
  end
) not valid;
