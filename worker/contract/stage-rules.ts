/** What an applicant can be required to have before entering a stage. */
export const stageRequirements = ["submitted", "paid", "references", "letter"] as const;
export type StageRequirement = (typeof stageRequirements)[number];

/** A rule of a workflow that stands in the way of a move. */
export const moveHindrances = ["order", "role", ...stageRequirements, "approval"] as const;
export type MoveHindrance = (typeof moveHindrances)[number];

const sentences: Record<MoveHindrance, string> = {
	order: "This stage does not follow the present one.",
	role: "Your role may not move applicants to this stage.",
	submitted: "The form is not submitted.",
	paid: "Nothing is paid.",
	references: "References are missing.",
	letter: "There is no letter.",
	approval: "A second person must approve it: prepare a release.",
};

/** Says why an applicant cannot be moved to a stage. */
export const describeHindrances = (hindrances: readonly MoveHindrance[]): string =>
	hindrances.map((one) => sentences[one]).join(" ");

/** What a requirement is called in the editor. */
export const requirementLabels: Record<StageRequirement, string> = {
	submitted: "The form is submitted",
	paid: "A payment was successful",
	references: "All references that were asked for are in",
	letter: "A letter is made",
};
