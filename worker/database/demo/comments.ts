import type { KnownStageType } from "#worker/contract/stage-types";

/** What staff write when they move an applicant to a stage. `{course}` and `{place}` are filled in. */
export const comments: Record<KnownStageType, readonly string[]> = {
	REGISTRATION: ["Form reopened at the applicant's request."],
	SUBMITTED: ["Application form submitted.", "Returned to the new applications after a mistaken move."],
	IN_REVIEW: [
		"Form complete, documents being checked.",
		"Picked up for review. O'level results to be verified on the NECO portal.",
		"All uploads can be read. Checking subject combination for {course}.",
		"JAMB score confirmed against the CAPS list.",
		"Reviewing. Name on the birth certificate agrees with the form.",
	],
	FOLLOW_UP: [
		"Birth certificate is cut off at the edge, asked for a new scan.",
		"O'level result slip does not open. Called the applicant, will upload again.",
		"Passport photograph has a dark background; asked for another.",
		"Name differs between JAMB and NECO. Sworn affidavit requested.",
		"LGA letter missing. Emailed the applicant on the steps to take.",
		"Referee has not answered, applicant told to remind them.",
	],
	KEEP_IN_VIEW: [
		"Good results but below this year's cut-off for {course}. Keep for the supplementary list.",
		"Awaiting result; keep in view until NECO releases it.",
		"Catchment candidate. Reconsider after the merit list.",
		"Quota for {course} nearly full, hold for now.",
	],
	SHORTLISTED: [
		"Meets the cut-off for {course}. Shortlisted.",
		"Five credits in one sitting and a strong UTME score.",
		"Aggregate above the departmental cut-off.",
		"Eligible after verification of results.",
		"Two sittings, still within the requirement for {course}.",
	],
	INVITATION: [
		"Invited to screening at {place}, batch B.",
		"Screening slip sent for {place}.",
		"Scheduled for the Thursday session at {place}.",
		"Invited with the second batch; asked to bring originals.",
	],
	RECOMMENDED_ONE: [
		"Screened. Original documents sighted, recommended by the department.",
		"Did well in the oral interview, recommended.",
		"Screening score 68/100. Department recommends for {course}.",
		"Recommended on merit.",
	],
	RECOMMENDED_TWO: [
		"Board of the faculty concurs with the department.",
		"Recommended on the merit list, serial checked.",
		"Recommended under catchment area, within quota.",
		"Approved at the meeting of the faculty board.",
	],
	RECOMMENDED_THREE: [
		"Board's final recommendation. Ready for an offer.",
		"Concurred. Supervisor available.",
		"Recommended at the last sitting of the board.",
	],
	CONDITIONAL_OFFER: [
		"Offer subject to payment of the acceptance fee.",
		"Provisional offer, original certificate to be presented at registration.",
		"Offer made on CAPS; applicant to accept within two weeks.",
		"Conditional on a credit in English when the awaited result is out.",
	],
	ACCEPTED: [
		"Acceptance fee confirmed. Admitted.",
		"Accepted on CAPS, admission letter released.",
		"All conditions met. Admitted to {course}.",
		"Cleared by the registry.",
	],
	DECLINED: [
		"Below the minimum UTME score.",
		"No credit in Mathematics, which {course} requires.",
		"Subject combination not suitable for {course}.",
		"Did not attend screening after two invitations.",
		"Result could not be verified with the examination body.",
		"Withdrew in favour of another institution.",
	],
};

/** What staff write when they correct an applicant's data. */
export const correctionComments: readonly string[] = [
	"Date of birth corrected from the birth certificate.",
	"Phone number updated at the applicant's request.",
	"Spelling of the middle name corrected after affidavit.",
	"Local government area corrected from the letter of identification.",
];
