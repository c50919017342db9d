-- An email change was undone: until a mailed link sets a new password, whoever made the change may know this one, and may have used it since.
alter table accounts.password add column suspect_since timestamptz;
