import { type Topic, topicOf } from "#worker/contract/topics";
import type { DomainEvent, EventPayload, EventType } from "#worker/events/catalogue";

/** Records that one notice names; above that it is about every record of their applications. */
export const maxNamedRecords = 500;

type Applications = readonly (string | null)[];

/** @param applications empty, or with a null, when the event does not say which they are. */
const applicantsOf = (applications: Applications, applicantIds: readonly string[], maxNamed: number): Topic[] => {
	const known = applications.length > 0 ? applications : [null];
	return [
		...known.map((id) => topicOf("applicants", id)),
		...(applicantIds.length > maxNamed
			? known.map((id) => topicOf("records", id))
			: applicantIds.map((id) => topicOf("applicant", id))),
	];
};

type AboutSome = { applicationId?: string | null; applicationIds?: string[] | undefined; applicantIds: string[] };
const ofSome = ({ applicationId, applicationIds, applicantIds }: AboutSome, maxNamed: number) =>
	applicantsOf(applicationIds ?? (applicationId ? [applicationId] : []), applicantIds, maxNamed);

const statistics = topicOf("statistics");

/** A change that alters what the dashboard counts. */
const ofCounted = (payload: AboutSome, maxNamed: number): Topic[] => [...ofSome(payload, maxNamed), statistics];

const releases = () => [topicOf("releases")];

const ofGroup = ({ groupId }: { groupId: string }) => [
	topicOf("candidate-groups"),
	topicOf("candidates", groupId),
	statistics,
];

const ofTask = ({ userId, candidateIds = [], topics = [] }: EventPayload<"task.started" | "task.finished">) => [
	// why: nobody watches the task of a reminder.
	...(userId === "" ? [] : [topicOf("tasks", userId)]),
	...candidateIds.map((id) => topicOf("applicant", id)),
	...topics,
];

const ofRecord = ({ kind, topics = [] }: EventPayload<"record.updated">) => [topicOf("set-up", kind), ...topics];

const ofPayment = (payload: EventPayload<"payment.started">, maxNamed: number) => [
	topicOf("payments"),
	...ofCounted(payload, maxNamed),
];

/** Payments move with a merge, and may have been paid twice then. */
const ofMoved = (payload: AboutSome, maxNamed: number): Topic[] => [
	topicOf("payments"),
	...ofCounted(payload, maxNamed),
];

const views = () => [topicOf("views")];
const reasons = () => [topicOf("reasons")];
const integrations = () => [topicOf("integrations")];
const users = () => [topicOf("users")];

/** The topics of each event. A new event does not compile without its own. */
const topicsByType: {
	[T in EventType]: (payload: EventPayload<T>, maxNamed: number) => readonly Topic[];
} = {
	"applicants.stage_changed": ofCounted,
	"applicants.stage_change_undone": ofCounted,
	"applicants.course_changed": ofCounted,
	"applicants.posted": ofSome,
	"applicants.course_change_undone": ofCounted,
	"applicants.posting_undone": ofSome,
	"applicants.assigned": ofCounted,
	"applicants.assignment_undone": ofCounted,
	"applicants.merged": ofMoved,
	"applicants.merge_undone": ofMoved,
	"applicants.pair_reviewed": ofCounted,
	"applicants.registered": ofCounted,
	"applicants.form_updated": ofCounted,
	"applicants.identity_corrected": ofSome,
	"applicants.noted": ofSome,
	"applicants.letters_made": ofSome,
	"applicants.letter_withdrawn": ofSome,
	"applicants.data_downloaded": ofSome,
	"applicants.answers_revealed": ofSome,
	"applicants.answers_disclosed": ({ applicationId }) => [topicOf("records", applicationId)],
	"applicants.erased": ofCounted,
	"retention.announced": () => [topicOf("set-up", "retention_rule")],
	"applicants.emailed": ({ applicationId }) => [topicOf("mails", applicationId)],
	"applicants.texted": ({ applicationId }) => [topicOf("mails", applicationId)],
	"referee.added": ofCounted,
	"referee.corrected": ofSome,
	"referee.removed": ofCounted,
	"referees.notified": ofSome,
	"referee.answered": ({ applicationId, applicantId }, maxNamed) =>
		ofCounted({ applicationId, applicantIds: [applicantId] }, maxNamed),
	"task.started": ofTask,
	"task.finished": ofTask,
	"candidate_group.created": ofGroup,
	"candidate_group.updated": ofGroup,
	"candidate_group.deleted": ofGroup,
	"candidates.imported": ofGroup,
	"candidates.import_undone": ofGroup,
	"courses.imported": () => [topicOf("set-up", "course")],
	"courses.import_undone": () => [topicOf("set-up", "course")],
	"uploaded_candidate.corrected": ofGroup,
	"uploaded_candidate.removed": ofGroup,
	"payment.started": ofPayment,
	"payment.succeeded": ofPayment,
	"payment.failed": ofPayment,
	"payment.reversed": ofPayment,
	"payment.questioned": ofPayment,
	"payment.dispute_decided": ofPayment,
	"release.prepared": releases,
	"release.rows_changed": releases,
	"release.proposed": releases,
	"release.approved": releases,
	"release.returned": releases,
	"release.scheduled": releases,
	"release.cancelled": releases,
	"release.begun": releases,
	"payment_day.closed": () => [topicOf("payments")],
	"settlements.imported": () => [topicOf("payments")],
	"payment_exception.refund_requested": () => [topicOf("payments"), statistics],
	"payment_exception.resolved": () => [topicOf("payments"), statistics],
	"view.created": views,
	"view.updated": views,
	"view.deleted": views,
	"reason.created": reasons,
	"reason.updated": reasons,
	"reason.deleted": reasons,
	"record.created": ofRecord,
	"record.updated": ofRecord,
	"record.restored": ofRecord,
	"record.deleted": ofRecord,
	"logs.purged": () => [topicOf("organisation")],
	"organisation.updated": () => [topicOf("organisation")],
	"role.created": users,
	"role.updated": users,
	"role.deleted": users,
	"api_key.created": integrations,
	"api_key.revoked": integrations,
	"webhook.created": integrations,
	"webhook.updated": integrations,
	"webhook.deleted": integrations,
	"webhook.secret_replaced": integrations,
	"webhook.resent": integrations,
	"webhook.disabled": integrations,
	"user.invited": users,
	"user.updated": users,
	"user.blocked": users,
	"user.unblocked": users,
	"user.deleted": users,
	"user.invitation_sent": users,
	"user.password_reset_sent": users,
	"user.sessions_ended": users,
};

const topicsOfEvent = <T extends EventType>(
	{ type, payload }: { type: T; payload: EventPayload<T> },
	maxNamed: number,
): readonly Topic[] => topicsByType[type](payload, maxNamed);

/** What the notice of some events is about, each topic once; at most `maxNamedRecords` records by name. */
export const topicsOf = (events: readonly Pick<DomainEvent, "type" | "payload">[]): Topic[] => {
	const collect = (maxNamed: number) =>
		new Set(events.flatMap((event) => topicsOfEvent(event as DomainEvent, maxNamed)));
	const named = collect(maxNamedRecords);
	const records = [...named].filter((topic) => topic.startsWith("applicant:"));
	return [...(records.length > maxNamedRecords ? collect(0) : named)];
};
