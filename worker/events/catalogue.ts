import * as v from "valibot";
import { Topic } from "#worker/contract/topics";

/** A role before or after a change, for the audit log. */
const RoleState = v.object({ name: v.string(), privileges: v.array(v.string()) });
/** A release; with a reason when it was sent back. */
const release = v.object({
	releaseId: v.string(),
	stageName: v.string(),
	applicants: v.number(),
	reason: v.optional(v.string()),
	/** Who prepared and who proposed it; both are notified. */
	userIds: v.optional(v.array(v.string())),
});

const ofRole = { roleId: v.string(), name: v.string() };

/** A user before or after a change, for the audit log. */
const UserState = v.object({
	firstName: v.string(),
	lastName: v.string(),
	email: v.string(),
	blocked: v.boolean(),
	/** Each with the item of the structure that it is held at; null for the whole institution. */
	roles: v.array(v.object({ name: v.string(), place: v.nullable(v.string()) })),
});
const ofUser = { userId: v.string(), name: v.string() };

const ofView = { viewId: v.string(), name: v.string(), isShared: v.boolean() };

const ReasonState = v.object({ text: v.string(), isPrivate: v.boolean(), active: v.boolean() });
const ofReason = { reasonId: v.string(), name: v.string() };

/** A task, with the application and the applicant to which its notice leads. */
const ofTask = {
	taskId: v.string(),
	taskType: v.string(),
	userId: v.string(),
	applicationTitle: v.nullable(v.string()),
	total: v.number(),
	applicationId: v.optional(v.string()),
	candidateIds: v.optional(v.array(v.string())),
	/** Where a notice leads instead, below the organisation. */
	path: v.optional(v.string()),
	/** Topics that its progress concerns beside its user's tasks. */
	topics: v.optional(v.array(Topic)),
};

const WebhookState = v.object({
	name: v.string(),
	url: v.string(),
	events: v.array(v.string()),
	active: v.boolean(),
});
const ofWebhook = { webhookId: v.string(), name: v.string() };

const ofApiKey = { apiKeyId: v.string(), name: v.string(), privileges: v.array(v.string()) };
const RecordState = v.record(v.string(), v.unknown());
/** A set-up record, with topics that its change concerns beside its own list. */
const ofRecord = {
	kind: v.string(),
	recordId: v.string(),
	name: v.string(),
	topics: v.optional(v.array(Topic)),
};
const changedRecord = v.object({ ...ofRecord, before: v.optional(RecordState), after: v.optional(RecordState) });

/** The settings of an institution that a change has changed, by their names. */
const InstitutionState = v.record(v.string(), v.unknown());

/** A mailing that a user wrote, and the task that sends it. */
const ofMailing = {
	mailingId: v.string(),
	taskId: v.string(),
	applicationId: v.string(),
	applicationTitle: v.string(),
	total: v.number(),
};

const ofImport = { importId: v.string(), fileName: v.string(), groupId: v.string(), groupName: v.string() };

/** A run that was undone, and the applicants who have back what they had before. */
const undone = { runId: v.string(), applicantIds: v.array(v.string()) };

/** A merge; both names are those before it. */
const ofMerge = {
	applicationId: v.string(),
	/** The target, then the source. */
	applicantIds: v.array(v.string()),
	targetName: v.string(),
	sourceName: v.string(),
	sourceNumber: v.string(),
};

/** A referee that staff added, corrected or removed; the log has their name and address. */
const ofReferee = v.object({
	applicationId: v.string(),
	/** The one applicant. */
	applicantIds: v.array(v.string()),
	refereeId: v.string(),
});

/** One uploaded candidate that staff corrected or removed; the modification log has the values. */
const ofUploadedCandidate = { candidateId: v.string(), name: v.string(), groupId: v.string(), groupName: v.string() };

/** The form of one applicant. */
const ofForm = {
	applicationId: v.string(),
	applicantIds: v.array(v.string()),
	/** Whether it was handed in with this: it had not been before. */
	isHandedIn: v.optional(v.boolean()),
	/** What the applicant applies for; null for nothing. */
	courseId: v.optional(v.nullable(v.string())),
};

const ofGroup = { groupId: v.string(), name: v.string() };

const ofPayment = {
	transactionId: v.string(),
	reference: v.string(),
	platform: v.string(),
	/** With the gateway's charge, in the minor unit of the currency. */
	amount: v.number(),
	currency: v.string(),
	applicationId: v.string(),
	/** The one applicant; empty where none is known. */
	applicantIds: v.array(v.string()),
};
const payment = v.object(ofPayment);

/** Every event, `noun.past_participle`, with the shape of its payload. */
export const eventPayloads = {
	"applicants.stage_changed": v.object({
		/** Null when a batch spans several applications of the workflow. */
		applicationId: v.nullable(v.string()),
		applicationTitle: v.nullable(v.string()),
		applicantIds: v.array(v.string()),
		/** The former steps, in the same order. */
		fromStepIds: v.array(v.string()),
		stepId: v.string(),
		stageName: v.string(),
		reason: v.string(),
		locationId: v.nullable(v.string()),
		/** The reusable reason that the comment began with. */
		reasonId: v.optional(v.string()),
		/** Whether the comment is for staff only. */
		isPrivate: v.optional(v.boolean()),
		/** The run, by which it can be undone within the undo window. */
		runId: v.optional(v.string()),
	}),
	"applicants.stage_change_undone": v.object({ ...undone, stepId: v.string() }),
	"applicants.course_changed": v.object({
		/** Null when a batch spans several applications. */
		applicationId: v.nullable(v.string()),
		applicantIds: v.array(v.string()),
		/** The former courses, in the same order. */
		fromCourseIds: v.array(v.nullable(v.string())),
		courseId: v.string(),
	}),
	"applicants.posted": v.object({
		applicationId: v.nullable(v.string()),
		applicantIds: v.array(v.string()),
		/** The former locations, in the same order. */
		fromLocationIds: v.array(v.nullable(v.string())),
		/** Null for none. */
		locationId: v.nullable(v.string()),
	}),
	"applicants.assigned": v.object({
		applicationId: v.nullable(v.string()),
		applicantIds: v.array(v.string()),
		/** The former reviewers, in the same order. */
		fromReviewerIds: v.array(v.nullable(v.string())),
		/** Null for nobody. */
		reviewerId: v.nullable(v.string()),
		runId: v.string(),
	}),
	"applicants.course_change_undone": v.object({ ...undone, courseId: v.string() }),
	"applicants.posting_undone": v.object({ ...undone, locationId: v.nullable(v.string()) }),
	"applicants.assignment_undone": v.object({ ...undone, reviewerId: v.nullable(v.string()) }),
	"applicants.merged": v.object({
		...ofMerge,
		/** Fields that the target took from the source; the modification log has their values. */
		fieldIds: v.array(v.string()),
		comment: v.string(),
	}),
	"applicants.merge_undone": v.object({ ...ofMerge, mergeId: v.string() }),
	/** Two applicants were marked as not duplicates, or the mark was removed. */
	"applicants.pair_reviewed": v.object({
		applicationId: v.string(),
		applicantIds: v.array(v.string()),
		isDismissed: v.boolean(),
	}),
	"referee.added": ofReferee,
	"referee.corrected": ofReferee,
	"referee.removed": ofReferee,
	"referees.notified": v.object({ applicantIds: v.array(v.string()), refereeIds: v.array(v.string()) }),
	"referee.answered": v.object({
		refereeId: v.string(),
		refereeName: v.string(),
		applicantId: v.string(),
		applicantName: v.string(),
		applicationId: v.string(),
		applicationTitle: v.string(),
		/** The users who are notified. */
		userIds: v.array(v.string()),
	}),
	/** Somebody began a form, or handed it in. */
	"applicants.registered": v.object({ ...ofForm, stepId: v.string() }),
	"applicants.form_updated": v.object({
		...ofForm,
		submissionId: v.string(),
		/** Fields whose answer or files changed; the modification log has their values. */
		fieldIds: v.array(v.string()),
	}),
	"applicants.identity_corrected": v.object({
		applicationId: v.string(),
		/** The one applicant. */
		applicantIds: v.array(v.string()),
		/** The names and the email address that changed; the modification log has their values. */
		fieldIds: v.array(v.string()),
	}),
	/** A note was added to the log, which has its text. */
	"applicants.noted": v.object({ applicationId: v.string(), applicantIds: v.array(v.string()) }),
	"applicants.letters_made": v.object({
		applicationIds: v.optional(v.array(v.string())),
		applicantIds: v.array(v.string()),
		/** In the same order. */
		letterIds: v.array(v.string()),
		templateId: v.string(),
		templateName: v.string(),
		/** The letter that a user had replaced, and why. */
		replacedLetterId: v.optional(v.string()),
		reason: v.optional(v.string()),
	}),
	"applicants.letter_withdrawn": v.object({
		applicationId: v.string(),
		/** The one applicant. */
		applicantIds: v.array(v.string()),
		letterId: v.string(),
		templateName: v.string(),
		reason: v.string(),
	}),
	/** Everything personal of some applicants was removed. */
	"applicants.erased": v.object({
		applicationIds: v.array(v.string()),
		applicantIds: v.array(v.string()),
		/** In the same order. */
		applicationNumbers: v.array(v.string()),
		runId: v.string(),
		reason: v.string(),
	}),
	/** Somebody asked for everything that is held about an applicant, as a file. */
	"applicants.data_downloaded": v.object({
		applicationId: v.string(),
		/** The one applicant. */
		applicantIds: v.array(v.string()),
		taskId: v.string(),
	}),
	/** A user looked at sensitive answers of an applicant. The answers are in no event. */
	"applicants.answers_revealed": v.object({
		applicationId: v.string(),
		/** The one applicant. */
		applicantIds: v.array(v.string()),
		submissionId: v.string(),
		fieldIds: v.array(v.string()),
		/** What the fields are called, in the same order. */
		labels: v.array(v.string()),
	}),
	/** A user had sensitive answers of several applicants written into a file as they are. */
	"applicants.answers_disclosed": v.object({
		applicationId: v.nullable(v.string()),
		taskId: v.string(),
		/** How many applicants the file is about. */
		applicants: v.number(),
		file: v.picklist(["export", "forms"]),
	}),
	/** A retention rule is about to erase applicants. */
	"retention.announced": v.object({
		ruleId: v.string(),
		name: v.string(),
		applicationId: v.string(),
		applicationTitle: v.string(),
		/** How many at least; all of them where it is exact. */
		applicants: v.number(),
		isExact: v.boolean(),
		/** When they are erased, UTC milliseconds. */
		erasesAt: v.number(),
		/** The users who are notified. */
		userIds: v.array(v.string()),
	}),
	/** A user wrote to applicants; their logs name each email once it is sent. */
	"applicants.emailed": v.object({
		...ofMailing,
		/** With its merge fields. */
		subject: v.string(),
	}),
	/** A user wrote an SMS to applicants. */
	"applicants.texted": v.object(ofMailing),
	"task.started": v.object({
		...ofTask,
		/** Whether it makes a file to be downloaded. */
		makesFile: v.optional(v.boolean()),
	}),
	"task.finished": v.object({
		...ofTask,
		status: v.picklist(["FAILED", "SUCCESS"]),
		/** Whether it has made a file to be downloaded. */
		hasFile: v.optional(v.boolean()),
		/** How many applicants the file is about, and how many no longer existed. */
		drawn: v.optional(v.number()),
		/** Applicants of a table. */
		rows: v.optional(v.number()),
		leftOut: v.optional(v.number()),
		/** How many emails were sent, and how many were not. */
		sent: v.optional(v.number()),
		failed: v.optional(v.number()),
		/** How many applicants it has changed, or made letters for. */
		changed: v.optional(v.number()),
		/** Whether its change was undone. */
		undone: v.optional(v.boolean()),
		/** How payments stood after their providers were asked again. */
		payments: v.optional(v.object({ PENDING: v.number(), SUCCESS: v.number(), FAILED: v.number() })),
		reason: v.optional(v.string()),
	}),
	"candidate_group.created": v.object(ofGroup),
	"candidate_group.updated": v.object({
		...ofGroup,
		/** Its name before. */
		before: v.string(),
		applicationId: v.nullable(v.string()),
	}),
	"candidate_group.deleted": v.object(ofGroup),
	/** Candidates of a list were added to a group or updated in it; `failed` were not. */
	"candidates.imported": v.object({ ...ofImport, added: v.number(), failed: v.number() }),
	/** They were removed or restored; `kept` had changed since. */
	"candidates.import_undone": v.object({ ...ofImport, undone: v.number(), kept: v.number() }),
	/** Courses of a list were added; `failed` were not. */
	"courses.imported": v.object({ importId: v.string(), fileName: v.string(), added: v.number(), failed: v.number() }),
	/** They were deleted again; `kept` were in use or had changed since. */
	"courses.import_undone": v.object({
		importId: v.string(),
		fileName: v.string(),
		undone: v.number(),
		kept: v.number(),
	}),
	"uploaded_candidate.corrected": v.object({ ...ofUploadedCandidate, fieldIds: v.array(v.string()) }),
	"uploaded_candidate.removed": v.object(ofUploadedCandidate),
	"payment.started": payment,
	"payment.succeeded": payment,
	"payment.failed": payment,
	/** Money went back to the payer. */
	"payment.reversed": payment,
	/** What its provider says of it does not fit: somebody has to look at it. */
	"payment.questioned": payment,
	/** A dispute that somebody had to look at was won or lost. */
	"payment.dispute_decided": payment,
	/** Steps of a stage change that a second person approves. */
	"release.prepared": release,
	"release.rows_changed": release,
	"release.proposed": release,
	"release.approved": release,
	"release.returned": release,
	"release.scheduled": release,
	"release.cancelled": release,
	"release.begun": release,
	/** A day of a platform was closed. */
	"payment_day.closed": v.object({ day: v.string(), platform: v.string() }),
	/** The lines of a settlement file were kept; `unmatched` fit no payment, `left` were wrong or known. */
	"settlements.imported": v.object({
		importId: v.string(),
		fileName: v.string(),
		platform: v.string(),
		matched: v.number(),
		unmatched: v.number(),
		left: v.number(),
	}),
	/** Somebody has dealt with what was odd. */
	/** A payment is to be refunded at its platform. */
	"payment_exception.refund_requested": v.object({ exceptionId: v.string(), kind: v.string(), reference: v.string() }),
	"payment_exception.resolved": v.object({ exceptionId: v.string(), kind: v.string(), reference: v.string() }),
	"view.created": v.object(ofView),
	"view.updated": v.object(ofView),
	"view.deleted": v.object(ofView),
	"reason.created": v.object({ ...ofReason, after: ReasonState }),
	"reason.updated": v.object({ ...ofReason, before: ReasonState, after: ReasonState }),
	"reason.deleted": v.object({ ...ofReason, before: ReasonState }),
	"record.created": changedRecord,
	"record.updated": changedRecord,
	/** It has the fields of a former state again. */
	"record.restored": changedRecord,
	"record.deleted": changedRecord,
	"organisation.updated": v.object({ name: v.string(), before: InstitutionState, after: InstitutionState }),
	/** Entries of the two logs that were older than the institution keeps them were deleted. */
	"logs.purged": v.object({
		name: v.string(),
		/** UTC milliseconds: entries from before. */
		before: v.number(),
		activities: v.number(),
		modifications: v.number(),
		/** Events that were emptied of who did it, from where, and what they said. */
		events: v.optional(v.number()),
	}),
	"role.created": v.object({ ...ofRole, after: RoleState }),
	"role.updated": v.object({ ...ofRole, before: RoleState, after: RoleState }),
	"role.deleted": v.object({ ...ofRole, before: RoleState }),
	"api_key.created": v.object(ofApiKey),
	"api_key.revoked": v.object(ofApiKey),
	"webhook.created": v.object({ ...ofWebhook, after: WebhookState }),
	"webhook.updated": v.object({ ...ofWebhook, before: WebhookState, after: WebhookState }),
	"webhook.deleted": v.object({ ...ofWebhook, before: WebhookState }),
	"webhook.secret_replaced": v.object(ofWebhook),
	/** An event was sent again by hand. */
	"webhook.resent": v.object({ ...ofWebhook, eventId: v.string() }),
	/** It was switched off because it had failed for too long. */
	"webhook.disabled": v.object({
		...ofWebhook,
		failingSince: v.number(),
		/** The users who are notified. */
		userIds: v.array(v.string()),
	}),
	"user.invited": v.object({ ...ofUser, after: UserState }),
	"user.updated": v.object({ ...ofUser, before: UserState, after: UserState }),
	"user.blocked": v.object(ofUser),
	"user.unblocked": v.object(ofUser),
	"user.deleted": v.object({ ...ofUser, before: UserState }),
	"user.invitation_sent": v.object(ofUser),
	"user.password_reset_sent": v.object(ofUser),
	"user.sessions_ended": v.object(ofUser),
} as const;

export type EventType = keyof typeof eventPayloads;
export type EventPayload<T extends EventType> = v.InferOutput<(typeof eventPayloads)[T]>;

/** A change that was committed. */
export type DomainEvent = {
	[T in EventType]: {
		organisationId: string;
		id: string;
		type: T;
		payload: EventPayload<T>;
		actorId: string | null;
		actorName: string | null;
		/** UTC milliseconds. */
		occurredAt: number;
	};
}[EventType];

export type EventOf<T extends EventType> = Extract<DomainEvent, { type: T }>;
