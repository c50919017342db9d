-- Attempts are counted in platform.use_count, for addresses with and without a code alike, so that both cost one write.
alter table accounts.verification_code drop column tries;
