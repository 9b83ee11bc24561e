import * as v from "valibot";

/** What a role was called and granted: whoever reads the audit log sees what a change gave and took. */
const RoleState = v.object({ name: v.string(), privileges: v.array(v.string()) });
const ofRole = { roleId: v.string(), name: v.string() };

/** A list of applicants that somebody keeps under a name. */
const ofView = { viewId: v.string(), name: v.string(), isShared: v.boolean() };

/** What a reason said, to whom, and whether it was offered. */
const ReasonState = v.object({ text: v.string(), isPrivate: v.boolean(), active: v.boolean() });
const ofReason = { reasonId: v.string(), name: v.string() };

/** What a task is about, for a notice to lead there: its application, and its applicant when it is one alone. */
const taskSubject = {
	applicationId: v.optional(v.string()),
	candidateIds: v.optional(v.array(v.string())),
	/** Where a notice leads instead, below the organisation. */
	path: v.optional(v.string()),
};

/** What an institution has set for itself. */
const InstitutionState = v.object({ undoWindowSeconds: v.number() });

/** An import of candidates into a group. */
const ofImport = { importId: v.string(), fileName: v.string(), groupId: v.string(), groupName: v.string() };

/** A run that was undone, and the applicants who have back what they had before. */
const undone = { runId: v.string(), applicantIds: v.array(v.string()) };

/** Every event, `noun.past_participle`, with the shape of its payload. */
export const eventPayloads = {
	"applicants.stage_changed": v.object({
		/** Null when a batch spans several applications of the workflow. */
		applicationId: v.nullable(v.string()),
		applicationTitle: v.nullable(v.string()),
		applicantIds: v.array(v.string()),
		/** The step each of them was at before, in the same order. */
		fromStepIds: v.array(v.string()),
		stepId: v.string(),
		stageName: v.string(),
		reason: v.string(),
		locationId: v.nullable(v.string()),
		/** The reusable reason that the comment began with. */
		reasonId: v.optional(v.string()),
		/** Is the comment for staff alone? */
		isPrivate: v.optional(v.boolean()),
		/** The run, by which it can be undone within the undo window. */
		runId: v.optional(v.string()),
	}),
	"applicants.stage_change_undone": v.object({
		...undone,
		stepId: v.string(),
	}),
	"applicants.course_changed": v.object({
		/** Null when a batch spans several applications. */
		applicationId: v.nullable(v.string()),
		applicantIds: v.array(v.string()),
		/** What each of them had before, in the same order. */
		fromCourseIds: v.array(v.nullable(v.string())),
		courseId: v.string(),
	}),
	"applicants.posted": v.object({
		applicationId: v.nullable(v.string()),
		applicantIds: v.array(v.string()),
		fromLocationIds: v.array(v.nullable(v.string())),
		locationId: v.string(),
	}),
	"applicants.course_change_undone": v.object({ ...undone, courseId: v.string() }),
	"applicants.posting_undone": v.object({ ...undone, locationId: v.string() }),
	"applicants.merged": v.object({
		applicationId: v.string(),
		/** The target, then the source. */
		applicantIds: v.array(v.string()),
		targetName: v.string(),
		sourceName: v.string(),
		sourceNumber: v.string(),
		/** Fields that the target took from the source; the modification log has their values. */
		fieldIds: v.array(v.string()),
		comment: v.string(),
	}),
	"applicants.merge_undone": v.object({
		mergeId: v.string(),
		applicationId: v.string(),
		/** The target, then the source. */
		applicantIds: v.array(v.string()),
		targetName: v.string(),
		sourceName: v.string(),
		sourceNumber: v.string(),
	}),
	/** Two applicants were marked as not duplicates, or the mark was removed. */
	"applicants.pair_reviewed": v.object({
		applicationId: v.string(),
		applicantIds: v.array(v.string()),
		isDismissed: v.boolean(),
	}),
	"referees.notified": v.object({ applicantIds: v.array(v.string()), refereeIds: v.array(v.string()) }),
	"referee.answered": v.object({
		refereeId: v.string(),
		refereeName: v.string(),
		applicantId: v.string(),
		applicantName: v.string(),
		applicationId: v.string(),
		applicationTitle: v.string(),
		/** Whom it is told to. */
		userIds: v.array(v.string()),
	}),
	"applicants.form_updated": v.object({
		applicationId: v.string(),
		/** The one whose form it is. */
		applicantIds: v.array(v.string()),
		submissionId: v.string(),
		/** Fields whose answer or files changed; the modification log has their values. */
		fieldIds: v.array(v.string()),
	}),
	"applicants.letters_made": v.object({
		applicantIds: v.array(v.string()),
		/** In the same order. */
		letterIds: v.array(v.string()),
		templateId: v.string(),
		templateName: v.string(),
	}),
	/** Somebody wrote to applicants; each one's log says so when their mail has gone. */
	"applicants.emailed": v.object({
		mailingId: v.string(),
		taskId: v.string(),
		applicationId: v.string(),
		applicationTitle: v.string(),
		/** With its merge fields. */
		subject: v.string(),
		total: v.number(),
	}),
	"task.started": v.object({
		taskId: v.string(),
		taskType: v.string(),
		userId: v.string(),
		...taskSubject,
		/** Will it make a file to be downloaded? */
		makesFile: v.optional(v.boolean()),
		applicationTitle: v.nullable(v.string()),
		total: v.number(),
	}),
	"task.finished": v.object({
		taskId: v.string(),
		taskType: v.string(),
		userId: v.string(),
		...taskSubject,
		status: v.picklist(["FAILED", "SUCCESS"]),
		/** Has it made a file to be downloaded? */
		hasFile: v.optional(v.boolean()),
		/** Of how many applicants the file is, and of how many it is not: they were no longer there. */
		drawn: v.optional(v.number()),
		/** Applicants of a table. */
		rows: v.optional(v.number()),
		leftOut: v.optional(v.number()),
		/** Mails that went out, and that did not. */
		sent: v.optional(v.number()),
		failed: v.optional(v.number()),
		/** Was what it was to do undone? */
		undone: v.optional(v.boolean()),
		reason: v.optional(v.string()),
		applicationTitle: v.nullable(v.string()),
		total: v.number(),
	}),
	"candidate_group.created": v.object({ groupId: v.string(), name: v.string() }),
	"candidate_group.updated": v.object({
		groupId: v.string(),
		name: v.string(),
		/** Its name before. */
		before: v.string(),
		applicationId: v.nullable(v.string()),
	}),
	"candidate_group.deleted": v.object({ groupId: v.string(), name: v.string() }),
	/** Candidates of a list were added to a group and updated in it, but for those that failed. */
	"candidates.imported": v.object({ ...ofImport, added: v.number(), failed: v.number() }),
	/** They were taken out again or restored, but for those that had changed since. */
	"candidates.import_undone": v.object({ ...ofImport, undone: v.number(), kept: v.number() }),
	"view.created": v.object(ofView),
	"view.updated": v.object(ofView),
	"view.deleted": v.object(ofView),
	"reason.created": v.object({ ...ofReason, after: ReasonState }),
	"reason.updated": v.object({ ...ofReason, before: ReasonState, after: ReasonState }),
	"reason.deleted": v.object({ ...ofReason, before: ReasonState }),
	"organisation.updated": v.object({ name: v.string(), before: InstitutionState, after: InstitutionState }),
	"role.created": v.object({ ...ofRole, after: RoleState }),
	"role.updated": v.object({ ...ofRole, before: RoleState, after: RoleState }),
	"role.deleted": v.object({ ...ofRole, before: RoleState }),
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
