import { formatCount } from "#app/format/numbers";
import type { NotifyOutcome } from "#worker/services/referees/contract";

type Colour = "green" | "slate" | "red";

export const outcomeLabels: Record<NotifyOutcome["outcome"], { label: string; colour: Colour }> = {
	sent: { label: "Asked again", colour: "green" },
	already_submitted: { label: "Already submitted", colour: "slate" },
	not_found: { label: "No longer there", colour: "red" },
	failed: { label: "Not asked", colour: "red" },
};

/** "2 referees were asked again, 1 has already submitted, 1 could not be asked." */
export const notified = (outcomes: readonly NotifyOutcome[]): string => {
	const count = (outcome: NotifyOutcome["outcome"]) => outcomes.filter((row) => row.outcome === outcome).length;
	const sent = count("sent");
	const gone = count("not_found");
	const failed = count("failed");
	const submitted = count("already_submitted");
	const parts = [
		sent === 0
			? "No referee was asked again"
			: `${formatCount(sent, "referee")} ${sent === 1 ? "was" : "were"} asked again`,
		submitted > 0 && `${submitted} ${submitted === 1 ? "has" : "have"} already submitted`,
		gone > 0 && `${gone} ${gone === 1 ? "is" : "are"} no longer there`,
		failed > 0 && `${failed} could not be asked`,
	];
	return `${parts.filter(Boolean).join(", ")}.`;
};
