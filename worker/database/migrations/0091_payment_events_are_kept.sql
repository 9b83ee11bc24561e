-- The ledger is only added to: an erasure empties what was exchanged about a payer, and nothing deletes a line.
CREATE TRIGGER payment_events_are_kept BEFORE DELETE ON payment_events BEGIN
	SELECT RAISE(ABORT, 'the ledger is only added to');
END;
