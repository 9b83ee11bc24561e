import * as v from "valibot";
import { described, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { Keyword, PageIndex, PageOf, PageSize, ShortListQuery, SortKey } from "#worker/contract/page";
import { anyOf, type Permission } from "#worker/contract/permissions";
import { RecordChange } from "#worker/contract/records";
import { requiredLine } from "#worker/contract/text/required-line";
import { RecordVersion, SeenVersion } from "#worker/contract/version";

const section = "§7 Organisation and settings";
const readers = anyOf("organisation");

/** The most webhooks of an institution. why: each event is held against all of them. */
export const maxWebhooks = 20;

interface Offered {
	/** What has happened, in words. */
	label: string;
	/** Privileges, any of which the user who chooses the event needs. */
	access: readonly Permission[];
}

const ofApplicants = anyOf("candidate");
const ofGroups = anyOf("candigroup");

/** The events that a webhook can be sent, in the order in which they are offered. `{course}` is the institution's word for one. */
export const webhookEvents = {
	"applicants.registered": { label: "Somebody applied", access: ofApplicants },
	"applicants.stage_changed": { label: "Applicants came to another stage", access: ofApplicants },
	"applicants.stage_change_undone": { label: "A change of stage was undone", access: ofApplicants },
	"applicants.course_changed": { label: "Applicants were given another {course}", access: ofApplicants },
	"applicants.course_change_undone": { label: "A change of {course} was undone", access: ofApplicants },
	"applicants.posted": { label: "Applicants were posted to a location", access: ofApplicants },
	"applicants.posting_undone": { label: "A posting was undone", access: ofApplicants },
	"applicants.assigned": { label: "Applicants were assigned to a reviewer", access: ofApplicants },
	"applicants.assignment_undone": { label: "An assignment was undone", access: ofApplicants },
	"applicants.form_updated": { label: "An applicant's form was changed", access: ofApplicants },
	"applicants.identity_corrected": { label: "A name or an email address was corrected", access: ofApplicants },
	"applicants.merged": { label: "Two records of one person were merged", access: ofApplicants },
	"applicants.merge_undone": { label: "A merge was undone", access: ofApplicants },
	"applicants.letters_made": { label: "Offer letters were made", access: ofApplicants },
	"applicants.letter_withdrawn": { label: "An offer letter was withdrawn", access: ofApplicants },
	"applicants.erased": { label: "Applicants were erased", access: ofApplicants },
	"referee.answered": { label: "A referee gave a reference", access: ofApplicants },
	"candidate_group.created": { label: "A candidate group was created", access: ofGroups },
	"candidate_group.updated": { label: "A candidate group was changed", access: ofGroups },
	"candidate_group.deleted": { label: "A candidate group was deleted", access: ofGroups },
	"candidates.imported": { label: "A list of candidates was imported", access: ofGroups },
	"candidates.import_undone": { label: "An import was undone", access: ofGroups },
	"uploaded_candidate.corrected": { label: "An uploaded candidate was corrected", access: ofGroups },
	"uploaded_candidate.removed": { label: "An uploaded candidate was removed", access: ofGroups },
} as const satisfies Record<string, Offered>;
export type WebhookEvent = keyof typeof webhookEvents;

const eventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]];

export const WebhookFields = {
	name: described(
		requiredLine("Enter a name", 80, "The name can have at most 80 characters."),
		"The name of the webhook; each has its own.",
	),
	url: described(
		v.pipe(
			v.string("Enter an address"),
			v.trim(),
			v.minLength(1, "Enter an address"),
			v.maxLength(1_000, "The address can have at most 1,000 characters."),
		),
		"The address that events are posted to; it begins with https://.",
	),
	events: described(
		v.pipe(
			v.array(v.picklist(eventNames, "This event does not exist.")),
			v.minLength(1, "Choose at least one event."),
			v.maxLength(eventNames.length, "Too many events."),
		),
		"The types of the events that are sent.",
	),
};

/** A web address that events are sent to. */
export const Webhook = v.object({
	id: text("The id of the webhook."),
	name: text("The name of the webhook."),
	url: text("The address that events are posted to."),
	events: described(v.array(v.string()), "The types of the events that are sent."),
	active: flag("Whether events are sent."),
	failingSince: v.nullable(moment("When the first of its failed attempts was since one succeeded; null for none.")),
	disabledAt: v.nullable(moment("When it was switched off because it had failed for three days; null if it was not.")),
	createdBy: text("The name of the user who created it."),
	createdAt: moment("When it was created."),
	version: RecordVersion,
});
export type Webhook = v.InferOutput<typeof Webhook>;

const WithSecret = v.object({
	...Webhook.entries,
	secret: text("The secret that signs what is sent to it. Only this response contains it."),
});

export const listWebhooks = defineEndpoint({
	method: "GET",
	path: "/webhooks",
	summary: "The institution's webhooks, by name unless sorted otherwise.",
	section,
	access: readers,
	query: v.strictObject({
		...ShortListQuery.entries,
		keyword: described(v.optional(Keyword, ""), "Only webhooks whose name or address contains each word of this text."),
		sort: SortKey(
			["name", "address", "status", "created"],
			"By `status`, those that need attention come first: switched off because they failed, failing, on, switched off.",
		),
	}),
	response: PageOf(Webhook),
});

export const createWebhook = defineEndpoint({
	method: "POST",
	path: "/webhooks",
	summary: "Register an address that events are posted to. Only this response contains the secret that signs them.",
	section,
	access: ["organisation:c"],
	body: v.strictObject(WebhookFields),
	example: {
		name: "Student records",
		url: "https://records.example.edu/hooks/admissions",
		events: ["applicants.stage_changed", "applicants.merged"],
	},
	response: WithSecret,
	created: "/webhooks/{id}",
	problems: ["webhook_exists", "webhooks_full", "webhook_refused", "privilege_not_held"],
});

export const getWebhook = defineEndpoint({
	method: "GET",
	path: "/webhooks/:id",
	summary: "One webhook, without its secret.",
	section,
	access: readers,
	params: IdParams,
	response: Webhook,
});

export const updateWebhook = defineEndpoint({
	method: "PUT",
	path: "/webhooks/:id",
	summary: "Change a webhook, switch it off, or on again after it failed.",
	section,
	access: ["organisation:u"],
	params: IdParams,
	body: v.strictObject({ ...WebhookFields, active: flag("Whether events are sent."), version: SeenVersion }),
	example: {
		name: "Student records",
		url: "https://records.example.edu/hooks/admissions",
		events: ["applicants.stage_changed"],
		active: true,
	},
	response: Webhook,
	problems: ["not_found", "webhook_exists", "webhook_refused", "privilege_not_held", "changed_meanwhile"],
});

export const listWebhookChanges = defineEndpoint({
	method: "GET",
	path: "/webhooks/:id/history",
	summary: "Who changed a webhook, when, and what it was before and afterwards; the newest change first.",
	section,
	access: readers,
	params: IdParams,
	query: v.strictObject({ page: PageIndex, size: PageSize() }),
	response: PageOf(RecordChange),
});

export const deleteWebhook = defineEndpoint({
	method: "DELETE",
	path: "/webhooks/:id",
	summary: "Delete a webhook and its deliveries. Waiting events are not sent.",
	section,
	access: ["organisation:d"],
	params: IdParams,
	response: v.object({ id: text("The id of the deleted webhook.") }),
	problems: ["not_found"],
});

export const replaceSecret = defineEndpoint({
	method: "POST",
	path: "/webhooks/:id/secret",
	summary:
		"Replace the secret of a webhook. What is sent from now on is signed with the new one, which only this response contains.",
	section,
	access: ["organisation:u"],
	params: IdParams,
	response: WithSecret,
	problems: ["not_found", "privilege_not_held"],
});

export const Delivery = v.object({
	id: text("The id of the delivery."),
	eventId: text("The id of the event, which the receiver gets as `webhook-id`."),
	eventType: text("The type of the event."),
	status: described(
		v.picklist(["waiting", "delivered", "failed"]),
		"Whether it waits for its next attempt, was answered with success, or was given up.",
	),
	attempts: whole("How often it was sent."),
	answerStatus: v.nullable(whole("The HTTP status of the last answer; null without one.")),
	answer: v.nullable(text("The beginning of the last answer, or what went wrong; null before the first attempt.")),
	attemptedAt: v.nullable(moment("When it was sent last; null before the first attempt.")),
	dueAt: v.nullable(moment("When it is sent next; null when it has ended.")),
	createdAt: moment("When the event was taken on."),
});
export type Delivery = v.InferOutput<typeof Delivery>;

export const listDeliveries = defineEndpoint({
	method: "GET",
	path: "/webhooks/:id/deliveries",
	summary: "What was sent to a webhook in the last 30 days or is waiting to be sent, the newest first.",
	section,
	access: readers,
	params: IdParams,
	query: v.strictObject({ page: PageIndex, size: PageSize() }),
	response: PageOf(Delivery),
});

export const resendDelivery = defineEndpoint({
	method: "POST",
	path: "/webhooks/:id/deliveries/:deliveryId/resend",
	summary:
		"Send an event again that was delivered or given up. It keeps its `webhook-id`, so the receiver can recognise it.",
	section,
	access: ["organisation:u"],
	params: v.strictObject({
		id: described(Id, "The id of the webhook."),
		deliveryId: described(Id, "The id of the delivery."),
	}),
	response: Delivery,
	problems: ["not_found", "privilege_not_held", "delivery_waits", "webhook_inactive"],
	idempotent: true,
});
