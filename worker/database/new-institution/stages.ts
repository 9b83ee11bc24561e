import type { KnownStageType } from "#worker/contract/stage-types";

interface FirstStage {
	name: string;
	type: KnownStageType;
	/** The key of its email and its document. */
	email?: string;
	document?: string;
}

/** The stages of the workflow that an institution begins with, in order. */
export const firstStages: readonly FirstStage[] = [
	{ name: "Apply", type: "REGISTRATION" },
	{ name: "Submitted", type: "SUBMITTED" },
	{ name: "In review", type: "IN_REVIEW" },
	{ name: "Document missing", type: "FOLLOW_UP", email: "missing" },
	{ name: "Keep in view", type: "KEEP_IN_VIEW" },
	{ name: "Shortlisted", type: "SHORTLISTED", email: "shortlisted" },
	{ name: "Invited to screening", type: "INVITATION", email: "invitation" },
	{ name: "Recommended by department", type: "RECOMMENDED_ONE", email: "recommended" },
	{ name: "Recommended by faculty", type: "RECOMMENDED_TWO", email: "recommended" },
	{ name: "Recommended by the board", type: "RECOMMENDED_THREE", email: "recommended" },
	{ name: "Provisional offer", type: "CONDITIONAL_OFFER", email: "offer", document: "offer-letter" },
	{ name: "Admitted", type: "ACCEPTED", email: "admitted", document: "admission-letter" },
	{ name: "Declined", type: "DECLINED", email: "declined" },
];
