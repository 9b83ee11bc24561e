import * as v from "valibot";
import { described, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { Named } from "#worker/contract/named";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { releaseStates } from "#worker/contract/release-states";
import { visibleText } from "#worker/contract/text/visible-text";
import { selecting, selection } from "#worker/services/applicants/selection.contract";
import { stageChange } from "#worker/services/stage-changes/change.contract";
import { commentMissing } from "#worker/services/stage-changes/comment.contract";
import { previewStageChange } from "#worker/services/stage-changes/contract";

const section = "§4 Applicant stages";
/** Who prepares, proposes, approves and releases: who may change stages, for the whole institution. */
const access = ["candidate:u"] as const;
const common = { section, access, wholeInstitution: true } as const;

const State = described(v.picklist(releaseStates, "This is not a state of a release."), "How far the release is.");

const step = (done: string) =>
	described(
		v.nullable(v.object({ name: text(`Who ${done} it.`), at: moment("When.") })),
		`Who ${done} it, and when; null while nobody has.`,
	);

export const Release = v.object({
	id: text("The id of the release."),
	state: State,
	version: whole("Grows with every change. A step is taken with the version that was seen."),
	applicationId: text("The id of the application."),
	applicationTitle: v.nullable(text("The title of the application; null when it was deleted.")),
	stageId: text("The id of the step to move to."),
	stageName: text("The name of the step when the release was prepared."),
	reason: text("The comment of the stage change."),
	isPrivate: flag("Whether the comment is for staff only, so that no email has it."),
	location: described(v.nullable(Named), "Where the applicants are posted as well; null for nowhere."),
	doNotNotify: flag("Whether nobody is emailed because of this change."),
	total: whole("How many applicants it has."),
	prepared: described(v.object({ name: text("Who prepared it."), at: moment("When.") }), "Who prepared it, and when."),
	proposed: step("proposed"),
	approved: step("approved"),
	isOwn: flag("Whether the caller has proposed it, so that another person must approve it."),
	returnReason: v.nullable(text("Why it was sent back the last time; null when it was not.")),
	dueAt: v.nullable(moment("When it is released; null until that is chosen.")),
	releasedAt: v.nullable(moment("When its stage change began; null while it has not.")),
	runId: v.nullable(text("The id of its stage change among the batches; null while it has not begun.")),
});
export type Release = v.InferOutput<typeof Release>;

const Version = described(
	v.pipe(v.number("Send the version that was seen."), v.safeInteger("Send the version that was seen.")),
	"The version of the release that was seen.",
);

export const listReleases = defineEndpoint({
	...common,
	method: "GET",
	path: "/releases",
	summary: "The institution's releases, newest first, without those that others are preparing.",
	query: v.strictObject({
		state: described(v.optional(State), "Only releases in this state."),
		page: PageIndex,
		size: PageSize(),
	}),
	response: PageOf(Release),
});

export const getRelease = defineEndpoint({
	...common,
	method: "GET",
	path: "/releases/:id",
	summary: "One release: its stage, who prepared, proposed and approved it, and when it is released.",
	params: IdParams,
	response: Release,
});

export const prepareRelease = defineEndpoint({
	...common,
	method: "POST",
	path: "/releases",
	summary: "Prepare a stage change that a second person approves. Nobody is moved, and applicants see nothing.",
	body: selecting(
		v.strictObject(
			{
				...selection,
				applicationId: described(Id, "The application. Applicants of others are left out."),
				...stageChange,
			},
			commentMissing,
		),
	),
	example: {
		candidateIds: ["adaeze-okafor-2026"],
		applicationId: "undergraduate-2026",
		stageId: "accepted",
		reason: "Approved by Senate.",
	},
	response: Release,
	created: "/releases/{id}",
	problems: [
		...(["step_not_in_workflow", "location_unknown", "reason_unknown", "stage_mail_broken"] as const),
		...(["application_unavailable", "selection_changed", "stage_unknown"] as const),
		...(["release_empty", "release_too_large"] as const),
	],
	usersOnly: true,
	idempotent: true,
});

export const previewRelease = defineEndpoint({
	...common,
	method: "GET",
	path: "/releases/:id/preview",
	summary:
		"Count what the release would do now, and list its applicants, those that a rule prevents from moving first.",
	params: IdParams,
	query: v.strictObject({ page: PageIndex, size: PageSize(50) }),
	response: v.object({
		...previewStageChange.response.entries,
		texts: whole("How many SMS are sent."),
		unreachable: whole("How many of those who move have no number that an SMS can reach."),
	}),
	problems: ["not_found", "step_not_in_workflow", "application_unavailable", "selection_changed", "stage_unknown"],
});

export const addReleaseRows = defineEndpoint({
	...common,
	method: "POST",
	path: "/releases/:id/rows",
	summary: "Add applicants to a release that is being prepared.",
	params: IdParams,
	body: selecting(v.strictObject({ ...selection, version: Version })),
	example: { candidateIds: ["adaeze-okafor-2026"], version: 1 },
	response: Release,
	problems: [
		...(["not_found", "release_changed", "release_frozen", "application_unavailable"] as const),
		...(["selection_changed", "stage_unknown", "release_too_large"] as const),
	],
	idempotent: true,
});

export const removeReleaseRows = defineEndpoint({
	...common,
	method: "POST",
	path: "/releases/:id/removed-rows",
	summary: "Remove applicants from a release that is being prepared.",
	params: IdParams,
	body: v.strictObject({
		version: Version,
		candidateIds: described(v.pipe(v.array(Id), v.minLength(1), v.maxLength(10_000)), "The ids of the applicants."),
	}),
	example: { candidateIds: ["adaeze-okafor-2026"], version: 2 },
	response: Release,
	problems: ["not_found", "release_changed", "release_frozen", "release_empty"],
	idempotent: true,
});

const taken = {
	...common,
	method: "POST",
	params: IdParams,
	body: v.strictObject({ version: Version }),
	example: { version: 2 },
	response: Release,
	idempotent: true,
} as const;

export const proposeRelease = defineEndpoint({
	...taken,
	path: "/releases/:id/proposal",
	summary: "Propose a release. Its applicants cannot be changed unless it is sent back.",
	usersOnly: true,
	problems: ["not_found", "release_changed", "release_frozen"],
});

export const approveRelease = defineEndpoint({
	...taken,
	path: "/releases/:id/approval",
	summary: "Approve a release that another user has proposed.",
	usersOnly: true,
	problems: ["not_found", "release_changed", "release_not_proposed", "release_same_person", "stage_not_allowed"],
});

export const returnRelease = defineEndpoint({
	...taken,
	path: "/releases/:id/return",
	summary: "Send a release back to be prepared again. Its proposal and its approval no longer count.",
	body: v.strictObject({
		version: Version,
		reason: described(
			v.pipe(
				v.string("Enter a reason"),
				v.transform(visibleText),
				v.minLength(1, "Enter a reason"),
				v.maxLength(500, "The reason can have at most 500 characters."),
			),
			"Why it is sent back.",
		),
	}),
	example: { version: 3, reason: "Two applicants are missing." },
	problems: ["not_found", "release_changed", "release_not_proposed"],
});

export const scheduleRelease = defineEndpoint({
	...taken,
	path: "/releases/:id/time",
	summary: "Choose when an approved release begins: at a time, or now. The time can be changed until then.",
	body: v.strictObject({
		version: Version,
		dueAt: described(
			v.optional(v.nullable(v.pipe(v.number(), v.safeInteger("This is not a valid value.")))),
			"When it begins, in UTC milliseconds; null for now.",
		),
	}),
	example: { version: 4, dueAt: 1_795_600_800_000 },
	problems: ["not_found", "release_changed", "release_not_approved", "release_time_past"],
});

export const cancelRelease = defineEndpoint({
	...taken,
	path: "/releases/:id/cancellation",
	summary: "Cancel a release that has not begun. It cannot be continued.",
	problems: ["not_found", "release_changed", "release_begun"],
});
