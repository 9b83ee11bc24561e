import type { Operation, Parameter } from "#worker/services/openapi/json-schema";
import { problemResponses } from "#worker/services/openapi/responses";

const parameter = (place: "path" | "query", name: string, description: string, example: string): Parameter => ({
	name,
	in: place,
	required: place === "path",
	description,
	schema: { type: "string" },
	example,
});

const required = (described: Parameter): Parameter => ({ ...described, required: true });

const redirect = (description: string) => ({
	description,
	headers: { Location: { description: "Where the browser goes next.", schema: { type: "string" } } },
});

/** Operations without a contract, all of them GET: the live connection, and redirects of the browser. */
export const otherOperations: Record<string, Operation> = {
	"/notifications/{userId}": {
		operationId: "connectToNotifications",
		tags: ["Notifications"],
		summary: "Opens the live connection of a user (WebSocket): hints to read again, never data.",
		description:
			'Needs an access token as `token` or in the header `Authorization`, or a `ticket` from `POST /notifications/socket-ticket`. A text message `{"type":"changed"}` says that something has changed; `{"type":"presence", "applicantId", "people"}` says who else has an applicant open. A client says which applicant it shows by `{"type":"viewing", "applicantId"}`, and may send `ping`, which is answered with `pong`. The connection is closed with 4401 when the session ends, with 4429 when the user has more than 20 connections, and with 1009 after a message of more than 64 KB.',
		security: [{ accessToken: [] }, {}],
		parameters: [
			parameter("path", "userId", "The id of the user, who must be the one that is signed in.", "user-ada"),
			parameter(
				"query",
				"token",
				"The access token, for clients that cannot send headers.",
				"eyJhbGciOiJIUzI1NiJ9.e30.x",
			),
			parameter("query", "ticket", "A single-use ticket instead of the token.", "k3vT1s8Yw0Zq7mX2"),
		],
		responses: {
			"101": { description: "The connection is open." },
			...problemResponses(["socket_refused", "forbidden", "not_found"]),
		},
	},
	"/auth/google/authorize": {
		operationId: "beginGoogleSignIn",
		tags: ["Signing in"],
		summary: "Sends a browser to Google to sign in.",
		description: "Anybody may open it, in a browser: a cookie ties the attempt to it.",
		security: [],
		parameters: [
			required(
				parameter("query", "callback_url", "The portal's page to return to.", "https://portal.example/crestfield/auth"),
			),
			required(parameter("query", "organization", "The id of the institution.", "crestfield")),
			parameter("query", "product", "The product that is signed in to; it changes nothing.", "portal"),
		],
		responses: {
			"302": redirect("Goes on at Google."),
			...problemResponses(["not_found", "organisation_not_found", "invalid_query"]),
		},
	},
	"/auth/google/callback": {
		operationId: "finishGoogleSignIn",
		tags: ["Signing in"],
		summary: "Receives a browser from Google and sends it back to the portal's page.",
		description:
			"Google sends browsers here. The page is given a `transfer_code` for `POST /auth/products/{product}/organisations/{orgName}/transfer` if Google proved the email address of a member of staff, and nothing otherwise.",
		security: [],
		parameters: [
			parameter("query", "state", "What the portal gave to Google.", "k3vT1s8Yw0Zq7mX2"),
			parameter("query", "code", "Google's code; absent when the user declined.", "4/0AbUR2VM"),
		],
		responses: { "302": redirect("Returns to the portal's page.") },
	},
};
