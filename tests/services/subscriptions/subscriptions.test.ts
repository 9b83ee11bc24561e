import { afterEach, describe, expect, inject, test, vi } from "vitest";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createUser, signIn } from "#tests/support/factories";
import { httpBilling } from "#worker/gateways/billing/http-billing";
import type { SubscriptionState } from "#worker/services/subscriptions/contract";

const billing = inject("billing");
const minute = 60_000;

afterEach(() => {
	vi.restoreAllMocks();
});

const subscription = {
	planId: "campus",
	status: "active",
	renewsAt: "2027-01-31T23:00:00.000Z",
	usage: { applicants: 12, staff: 3, storage: 5_000, emails: 7 },
};
const limit = { kind: "applicants", allowed: 25_000, per: "year", effect: "charged" };
const plans = { data: [{ id: "campus", name: "Campus", limits: [limit, { ...limit, kind: "seats" }] }] };

/** Lets the billing service answer like this, and counts its calls. */
const answering = (answer: (path: string) => Response | Promise<Response>) =>
	vi.spyOn(globalThis, "fetch").mockImplementation(async (url) => answer(new URL(String(url)).pathname));
const agreed = (path: string) => Response.json(path.startsWith("/subscriptions/") ? subscription : plans);

const openFixture = async (settings: object = { BILLING_URL: "https://billing.test", BILLING_API_KEY: "key" }) => {
	const staff = await openServicesFixture({ bindings: settings });
	const read = async () => {
		const answer = await staff.get<SubscriptionState>(`/subscriptions/${staff.organisation.id}`);
		expect(answer.status).toBe(200);
		return answer.body;
	};
	return { ...staff, read };
};

test("reads plan and limits over HTTP, with the portal's key", async () => {
	const { BILLING_URL: url, BILLING_API_KEY: apiKey } = billing;
	expect(await httpBilling({ url, apiKey }).findSubscription("crestfield")).toMatchObject({
		plan: "Campus",
		status: "active",
		renewsAt: Date.UTC(2027, 0, 31, 23),
		limits: [
			{ kind: "applicants", used: 21_840, allowed: 25_000, per: "year", effect: "charged" },
			{ kind: "staff", allowed: 50, effect: "blocked" },
			{ kind: "storage", per: null },
			{ kind: "emails", used: 104_310, allowed: 100_000, per: "month" },
		],
	});
	expect(await httpBilling({ url: `${url}/`, apiKey }).findSubscription("nobody/else")).toBeNull();
	await expect(httpBilling({ url, apiKey: "another" }).findSubscription("crestfield")).rejects.toThrow(
		"the billing service answered 401",
	);
});

test("asks the service once in five minutes, and shows what it said earlier while it does not answer", async () => {
	const { read, clock } = await openFixture();
	const calls = answering(agreed);
	const first = await read();
	expect(first).toMatchObject({
		state: "current",
		asOf: clock.now(),
		subscription: { plan: "Campus", limits: [{ kind: "applicants", used: 12, allowed: 25_000 }] },
	});
	clock.advance(4 * minute);
	expect(await read()).toEqual(first);
	expect(calls).toHaveBeenCalledTimes(2);
	clock.advance(2 * minute);
	answering(() => new Response("down", { status: 503 }));
	expect(await read()).toEqual({ ...first, state: "earlier" });
	answering(agreed);
	expect((await read()).state, "it is left alone for half a minute").toBe("earlier");
	clock.advance(minute);
	expect(await read()).toMatchObject({ state: "current", asOf: clock.now() });
});

describe("a service that gives no answer fails nothing", () => {
	test.each([
		["no connection", () => Promise.reject(new TypeError("connection refused"))],
		["an outage", () => new Response("down", { status: 500 })],
		["a page", () => new Response("<html>Sign in</html>")],
		["something else", () => Response.json({ hello: "world" })],
		["a redirect", () => new Response(null, { status: 302, headers: { location: "http://127.0.0.1/" } })],
		["an unknown plan", (path: string) => Response.json(path.startsWith("/sub") ? subscription : { data: [] })],
	])("%s", async (_, answer) => {
		const { read } = await openFixture();
		answering(answer);
		expect(await read()).toEqual({ state: "unreachable", asOf: null, subscription: null });
	});
});

test("an institution without a subscription, and a portal without a billing service, say so", async () => {
	const { read, clock } = await openFixture();
	answering((path) => (path.startsWith("/sub") ? new Response(null, { status: 404 }) : Response.json(plans)));
	expect(await read()).toEqual({ state: "none", asOf: clock.now(), subscription: null });
	vi.restoreAllMocks();
	const calls = answering(agreed);
	expect(await (await openFixture({})).read()).toEqual({ state: "not_connected", asOf: null, subscription: null });
	expect(calls).not.toHaveBeenCalled();
});

test("belongs to the institution of the user alone", async () => {
	const { get, request, organisation, clock } = await openFixture();
	expect((await get("/subscriptions/another")).status).toBe(404);
	const user = await createUser({ organisationId: organisation.id, privileges: ["coupons:r"] });
	const { headers } = await signIn(user, clock.now());
	expect((await request(`/subscriptions/${organisation.id}`, { headers })).status).toBe(403);
});
