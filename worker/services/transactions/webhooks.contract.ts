import * as v from "valibot";
import { described, file } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { OrganisationId } from "#worker/contract/ids";

const section = "§7 Payments";

/** The end of the address that a provider calls. */
const WebhookParams = v.strictObject({
	organisationId: described(OrganisationId, "The id of the institution."),
	token: described(v.pipe(v.string(), v.regex(/^[\w-]{20,64}$/)), "The secret end of the address."),
});
const heard = file("What the provider expects to hear, mostly nothing.", "text/plain");

/** The headers in which providers sign. */
const SignedHeaders = v.object({
	"x-paystack-signature": described(v.optional(v.string()), "Paystack: HMAC-SHA512 of the body, in hex."),
	"x-interswitch-signature": described(v.optional(v.string()), "Interswitch: HMAC-SHA512 of the body, in hex."),
	"stripe-signature": described(v.optional(v.string()), "Stripe: a time, and HMAC-SHA256 of it and the body, in hex."),
	"x-timestamp": described(v.optional(v.string()), "Adapters of one's own: when the call was signed, in Unix seconds."),
	"x-signature": described(
		v.optional(v.string()),
		"Adapters of one's own: HMAC-SHA256 of that time, a full stop and the body, in hex.",
	),
});

export const receiveWebhook = defineEndpoint({
	method: "POST",
	path: "/payments/webhooks/:organisationId/:token",
	summary:
		"Where a payment platform reports news of payments. Nothing that it says is believed: each payment is verified with the platform.",
	section,
	access: "public",
	params: WebhookParams,
	headers: SignedHeaders,
	encoding: "raw",
	body: v.instance(Uint8Array),
	example: '{"event":"charge.success","data":{"id":1,"reference":"M-01J9ZK"}}',
	response: heard,
	problems: ["signature_refused", "not_found", "malformed", "platform_down"],
});

export const pingWebhook = defineEndpoint({
	method: "GET",
	path: "/payments/webhooks/:organisationId/:token",
	summary: "Some platforms check that the address responds before they report to it.",
	section,
	access: "public",
	params: WebhookParams,
	response: heard,
	problems: ["not_found"],
});
