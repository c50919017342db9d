-- What was agreed when a licence was given stays as it was then, whatever becomes of the asset, the terms or the names.
-- Licences given before this have what is known today.
alter table licensing.license
  -- The day of the licence terms' text.
  add column terms_version text,
  add column limits jsonb,
  add column licensee_name text,
  add column asset_title text,
  add column artist_name text,
  -- Of a plan: its licences are the plan owner's; client_id is who got it.
  add column subscription_id uuid references subscriptions.subscription (id),
  add column plan_owner_id uuid references accounts."user" (id);

update licensing.license
set terms_version = '2026-11-21',
  limits = case license_type
    when 'personal' then '{"holder": "1 person", "seats": 1, "file_copies": 3, "end_products": 10, "print_run": 100, "commercial_use": false, "client_work": false, "goods_for_resale": false}'::jsonb
    when 'commercial' then '{"holder": "1 company", "seats": 10, "file_copies": 20, "end_products": 50, "print_run": 10000, "commercial_use": true, "client_work": true, "goods_for_resale": false}'::jsonb
    else '{"holder": "1 company", "seats": 50, "file_copies": 100, "end_products": 250, "print_run": 500000, "commercial_use": true, "client_work": true, "goods_for_resale": true}'::jsonb
  end,
  licensee_name = client.name,
  asset_title = asset.title,
  artist_name = coalesce(asset.author_name, artist.name)
from accounts."user" as client, catalogue.asset as asset
  join accounts."user" as artist on artist.id = asset.owner_id
where client.id = license.client_id and asset.id = license.asset_id;

alter table licensing.license
  alter column terms_version set not null,
  alter column limits set not null,
  alter column licensee_name set not null,
  alter column asset_title set not null,
  alter column artist_name set not null,
  add check (terms_version ~ '^\d{4}-\d\d-\d\d$'),
  add check ((subscription_id is null) = (plan_owner_id is null)),
  add check (subscription_id is null or (price_cents = 0 and payment_id is null));

-- A plan gives a licence of an asset once; beside it the same may be bought for good.
drop index licensing.one_active_license;
create unique index one_active_license on licensing.license (client_id, asset_id, license_type)
  where status = 'active' and subscription_id is null;
create unique index one_license_of_plan on licensing.license (subscription_id, asset_id) where subscription_id is not null;
create index license_of_plan_owner on licensing.license (plan_owner_id, created_at desc) where plan_owner_id is not null;

-- Deleting a person takes the name, and nothing else.
create function licensing.keep_frozen_facts() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - array['status', 'ended_at', 'licensee_name', 'artist_name']
      is distinct from to_jsonb(old) - array['status', 'ended_at', 'licensee_name', 'artist_name']
    or new.licensee_name not in (old.licensee_name, 'Deleted user')
    or new.artist_name not in (old.artist_name, 'Deleted user') then
    raise exception 'what was agreed with a licence stays as it was';
  end if;
  return new;
end
$$;
create trigger frozen_facts_are_kept before update on licensing.license
  for each row execute function licensing.keep_frozen_facts();
