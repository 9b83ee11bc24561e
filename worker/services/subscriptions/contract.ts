import * as v from "valibot";
import { described, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { OrganisationId } from "#worker/contract/ids";
import { anyOf } from "#worker/contract/permissions";

const Limit = v.object({
	kind: described(
		v.picklist(["applicants", "staff", "storage", "emails"]),
		"What is limited: applicants, staff, bytes of files, emails.",
	),
	used: whole("How much of it is used."),
	allowed: v.nullable(whole("How much of it the plan allows; null for any number.")),
	per: described(v.nullable(v.picklist(["year", "month"])), "In which time; null for all that there is."),
	effect: described(
		v.picklist(["blocked", "charged", "warned"]),
		"What happens at the limit: nothing further is possible, the excess is charged, or the limit is not enforced.",
	),
});

export const SubscriptionState = v.object({
	state: described(
		v.picklist(["current", "earlier", "none", "unreachable", "not_connected"]),
		"Whether the billing service has answered, has answered earlier, knows no subscription, or cannot be reached; or whether there is no such service.",
	),
	asOf: v.nullable(moment("When the service answered; null where it has not.")),
	subscription: described(
		v.nullable(
			v.object({
				plan: text("The name of the plan."),
				status: described(
					v.picklist(["trialing", "active", "past_due", "cancelled"]),
					"Whether it is tried out, paid, overdue, or was cancelled.",
				),
				renewsAt: v.nullable(moment("When it is renewed, or ends where it was cancelled; null for never.")),
				limits: described(v.array(Limit), "What the plan limits, and how much of it is used."),
			}),
		),
		"The subscription; null where it is not known.",
	),
});
export type SubscriptionState = v.InferOutput<typeof SubscriptionState>;

export const getSubscription = defineEndpoint({
	method: "GET",
	path: "/subscriptions/:id",
	summary: "The institution's plan with its limits, as the billing service knows it.",
	section: "§7 Payments",
	access: anyOf("organisation"),
	params: v.strictObject({ id: described(OrganisationId, "The id of the signed-in user's institution.") }),
	response: SubscriptionState,
});
