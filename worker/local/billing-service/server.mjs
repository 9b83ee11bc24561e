// A billing service for this machine, over HTTP like the real one: plans and the subscription of each institution.
import { createServer } from "node:http";

const apiKey = "local-billing-key";
const gigabyte = 1_000_000_000;

const limit = (kind, allowed, per, effect) => ({ kind, allowed, per, effect });

const plans = [
	{
		...{ id: "campus", name: "Campus" },
		limits: [
			limit("applicants", 25_000, "year", "charged"),
			limit("staff", 50, null, "blocked"),
			limit("storage", 500 * gigabyte, null, "warned"),
			limit("emails", 100_000, "month", "charged"),
		],
	},
	{
		...{ id: "starter", name: "Starter" },
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
		...{ planId: "campus", status: "active", renewsAt: "2027-01-31T23:00:00.000Z" },
		usage: { applicants: 21_840, staff: 31, storage: 212_400_000_000, emails: 104_310 },
	},
	lagoon: {
		...{ planId: "starter", status: "past_due", renewsAt: "2026-11-30T23:00:00.000Z" },
		usage: { applicants: 1_000, staff: 4, storage: 3_100_000_000, emails: 812 },
	},
};

/** Returns the status and the body of an answer. */
const answerTo = ({ method, url = "/", headers }) => {
	const { pathname, searchParams } = new URL(url, "http://localhost");
	if (method !== "GET") return [405, { error: "Method Not Allowed" }];
	if (headers.authorization !== `Bearer ${apiKey}`) return [401, { error: "Unauthorized" }];
	if (pathname === "/plan-configurations") return [200, { data: searchParams.has("organisationId") ? plans : [] }];
	const [, organisationId] = /^\/subscriptions\/([^/]+)$/.exec(pathname) ?? [];
	const subscription = Object.hasOwn(subscriptions, organisationId ?? "") ? subscriptions[organisationId] : undefined;
	return subscription ? [200, { organisationId, ...subscription }] : [404, { error: "Not Found" }];
};

/** Starts it on a free port. @returns the Worker's settings that lead to it, and what ends it */
export const startBillingService = async () => {
	const server = createServer((request, response) => {
		const [status, body] = answerTo(request);
		response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	// why: it does not keep a command running that has nothing else to do.
	server.unref();
	return {
		vars: { BILLING_URL: `http://127.0.0.1:${server.address().port}`, BILLING_API_KEY: apiKey },
		stop: () => {
			server.closeAllConnections();
			server.close();
		},
	};
};
