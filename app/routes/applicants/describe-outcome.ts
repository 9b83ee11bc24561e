type Colour = "green" | "slate" | "amber" | "red";

const outcomes: Partial<Record<string, { label: string; colour: Colour }>> = {
	waiting: { label: "Waiting", colour: "slate" },
	moves: { label: "Will change", colour: "slate" },
	moved: { label: "Changed", colour: "green" },
	already_there: { label: "Already there", colour: "slate" },
	not_allowed: { label: "Not allowed", colour: "red" },
	not_found: { label: "No longer there", colour: "red" },
	changed_meanwhile: { label: "Changed meanwhile", colour: "amber" },
	undone: { label: "Undone", colour: "slate" },
	kept: { label: "Changed since, not undone", colour: "amber" },
};

/** What became, or would become, of one of a batch, in words. */
export const describeOutcome = (
	outcome: string,
	kind: "stage" | "course" | "location" | "letter",
): { label: string; colour: Colour } => {
	if (kind === "stage" && outcome === "moved") return { label: "Moved", colour: "green" };
	if (kind === "stage" && outcome === "moves") return { label: "Will move", colour: "slate" };
	if (kind === "letter" && outcome === "moved") return { label: "Letter made", colour: "green" };
	if (kind === "letter" && outcome === "already_there") return { label: "Has this letter", colour: "slate" };
	return outcomes[outcome] ?? { label: outcome, colour: "slate" };
};
