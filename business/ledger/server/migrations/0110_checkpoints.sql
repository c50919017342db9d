-- A checkpoint is the head of the chain at a nightly check that found the ledger whole.
alter table ledger.noted_head rename to checkpoint;
alter table ledger.checkpoint rename column noted_at to recorded_at;
alter table ledger.checkpoint rename constraint noted_head_pkey to checkpoint_pkey;
