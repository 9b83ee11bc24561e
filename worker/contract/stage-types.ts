/** Every workflow stage type with its label, colour family and icon (§3). */
export const stageTypes = {
	REGISTRATION: { label: "Apply", colour: "slate", icon: "pencil" },
	SUBMITTED: { label: "Submitted", colour: "blue", icon: "inbox" },
	KEEP_IN_VIEW: { label: "Keep in view", colour: "amber", icon: "eye" },
	IN_REVIEW: { label: "In review", colour: "sky", icon: "search" },
	SHORTLISTED: { label: "Shortlisted", colour: "indigo", icon: "list-checks" },
	CONDITIONAL_OFFER: { label: "Conditional offer", colour: "violet", icon: "file-signature" },
	ACCEPTED: { label: "Admitted", colour: "green", icon: "check-circle" },
	DECLINED: { label: "Declined", colour: "red", icon: "x-circle" },
	INVITATION: { label: "Invitation", colour: "cyan", icon: "calendar" },
	FOLLOW_UP: { label: "Follow up", colour: "orange", icon: "phone" },
	RECOMMENDED_ONE: { label: "Recommended (first)", colour: "teal", icon: "thumbs-up" },
	RECOMMENDED_TWO: { label: "Recommended (second)", colour: "teal", icon: "thumbs-up" },
	RECOMMENDED_THREE: { label: "Recommended (third)", colour: "teal", icon: "thumbs-up" },
} as const;

export type KnownStageType = keyof typeof stageTypes;
/** why: an institution's workflow may hold a type that this table does not know; it still renders, never crashes. */
export type StageType = KnownStageType | (string & {});
export type StageColour = (typeof stageTypes)[KnownStageType]["colour"];

export const isKnownStageType = (type: string): type is KnownStageType => Object.hasOwn(stageTypes, type);

/** Returns the table's entry, or a neutral one under the type's own name. */
export const describeStageType = (type: StageType): { label: string; colour: StageColour; icon: string } =>
	isKnownStageType(type) ? stageTypes[type] : { label: type, colour: "slate", icon: "circle" };

/** Stage types whose change offers email and document templates (§4). */
const offersTemplates = new Set<StageType>([
	"ACCEPTED",
	"DECLINED",
	"CONDITIONAL_OFFER",
	"SHORTLISTED",
	"INVITATION",
	"FOLLOW_UP",
	"RECOMMENDED_ONE",
	"RECOMMENDED_TWO",
	"RECOMMENDED_THREE",
]);
export const stageOffersTemplates = (type: StageType): boolean => offersTemplates.has(type);

export const decidedStageTypes: readonly StageType[] = ["ACCEPTED", "DECLINED"];

/** Stage types that offer a place: surprising for an applicant who has not submitted the form. */
const offeringStageTypes: readonly StageType[] = ["CONDITIONAL_OFFER", "ACCEPTED"];

/** Checks whether a move offers a place to somebody who has not submitted the form. */
export const offersUnsubmitted = (from: StageType, to: StageType): boolean =>
	from === "REGISTRATION" && offersPlace(to);
export const offersPlace = (type: StageType): boolean => offeringStageTypes.includes(type);

/** Stage types at which the office has nothing to do: the applicant still fills in the form, or all is decided. */
export const restingStageTypes: readonly StageType[] = ["REGISTRATION", ...decidedStageTypes];
