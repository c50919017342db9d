-- An address sits on its seat from the moment it is a verified client's, but the owner is told of a person only once that person has joined: by a
-- deed of their own, so that an invitation tells nobody which addresses have an account.
alter table subscriptions.seat add column joined_at timestamptz;
update subscriptions.seat as seat
set joined_at = taken.first_at
from (
  select download.subscription_id, person.email, min(download.downloaded_at) as first_at
  from subscriptions.download as download
  join accounts."user" as person on person.id = download.user_id
  group by download.subscription_id, person.email
) as taken
where taken.subscription_id = seat.subscription_id and taken.email = seat.email and taken.first_at >= seat.invited_at;
