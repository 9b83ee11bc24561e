import { expect, test } from "vitest";
import { notified } from "#app/routes/referees/referee-sentences";
import type { NotifyOutcome } from "#worker/services/referees/contract";

const rows = (...outcomes: NotifyOutcome["outcome"][]): NotifyOutcome[] =>
	outcomes.map((outcome, index) => ({ id: `r${index}`, name: "Dr Musa", outcome }));

test.each([
	[rows("sent"), "1 referee was asked again."],
	[rows("sent", "sent", "already_submitted"), "2 referees were asked again, 1 has already submitted."],
	[rows("failed", "failed"), "No referee was asked again, 2 could not be asked."],
	[rows("not_found"), "No referee was asked again, 1 is no longer there."],
	[rows("already_submitted", "already_submitted"), "No referee was asked again, 2 have already submitted."],
])("describes the results for the referees in numbers", (outcomes, text) => {
	expect(notified(outcomes)).toBe(text);
});
