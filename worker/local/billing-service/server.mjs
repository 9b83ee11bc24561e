// A billing service for this machine, over HTTP like the real one: plans and the subscription of each institution.
import { startLocalServer } from "../local-server.ts";

const apiKey = "local-billing-key";
const gigabyte = 1_000_000_000;

const limit = (kind, allowed, per, effect) => ({ kind, allowed, per, effect });

const plans = [
	{
		id: "campus",
		name: "Campus",
		limits: [
			limit("applicants", 25_000, "year", "charged"),
			limit("staff", 50, null, "blocked"),
			limit("storage", 500 * gigabyte, null, "warned"),
			limit("emails", 100_000, "month", "charged"),
		],
	},
	{
		id: "starter",
		name: "Starter",
		limits: [
			limit("applicants", 1_000, "year", "blocked"),
			limit("staff", 5, null, "blocked"),
			limit("storage", 10 * gigabyte, null, "blocked"),
			limit("emails", null, "month", "warned"),
		],
	},
];

const subscriptions = {
	crestfield: {
		planId: "campus",
		status: "active",
		renewsAt: "2027-01-31T23:00:00.000Z",
		usage: { applicants: 21_840, staff: 31, storage: 212_400_000_000, emails: 104_310 },
	},
	lagoon: {
		planId: "starter",
		status: "past_due",
		renewsAt: "2026-11-30T23:00:00.000Z",
		usage: { applicants: 1_000, staff: 4, storage: 3_100_000_000, emails: 812 },
	},
};

/** Returns the status and the body of a reply. */
const answerTo = ({ method, url: { pathname, searchParams }, headers }) => {
	if (method !== "GET") return [405, { error: "Method Not Allowed" }];
	if (headers.authorization !== `Bearer ${apiKey}`) return [401, { error: "Unauthorized" }];
	if (pathname === "/plan-configurations") return [200, { data: searchParams.has("organisationId") ? plans : [] }];
	const [, organisationId] = /^\/subscriptions\/([^/]+)$/.exec(pathname) ?? [];
	const subscription = Object.hasOwn(subscriptions, organisationId ?? "") ? subscriptions[organisationId] : undefined;
	return subscription ? [200, { organisationId, ...subscription }] : [404, { error: "Not Found" }];
};

/** Starts it on a free port. @returns the Worker's settings that lead to it, and what ends it */
export const startBillingService = async () => {
	const { origin, stop } = await startLocalServer((call) => {
		const [status, body] = answerTo(call);
		return { status, body };
	});
	return { vars: { BILLING_URL: origin, BILLING_API_KEY: apiKey }, stop };
};
