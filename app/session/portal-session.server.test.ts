import { expect, test } from "vitest";
import { createApiClient } from "#app/api/client";
import { openPortalSession } from "#app/session/portal-session.server";
import { organisationCookies } from "#app/session/session-cookie.server";
import { notificationStatistics } from "#worker/services/notifications/contract";

const orgName = "crestfield";
const secret = "a secret of the test, long enough for a key";
const address = `https://portal.test/${orgName}/applicants`;

/** Services that know one access token at a time, and give out the next one for a refresh token. */
const services = (refusal?: Response) => {
	let generation = 0;
	let exchanges = 0;
	const fetch = async (request: Request): Promise<Response> => {
		if (new URL(request.url).pathname === "/api/ums/token") {
			exchanges++;
			// why: long enough for every call of the request to have been refused meanwhile.
			await new Promise((resolve) => setTimeout(resolve, 10));
			if (refusal) return refusal.clone();
			generation++;
			return Response.json({
				access_token: `access ${generation}`,
				token_type: "Bearer",
				expires_in: 900,
				refresh_token: `refresh ${generation}`,
			});
		}
		const isKnown = request.headers.get("authorization") === `Bearer access ${generation}`;
		if (!isKnown) return Response.json({ error: "Log in again.", code: "unauthenticated" }, { status: 401 });
		return Response.json({ newNotifications: 3, unread: 5 });
	};
	return { fetch, exchanges: () => exchanges, forget: () => void generation++ };
};

/** One request of a browser whose access token has run out. */
const openRequest = async (fetcher: ReturnType<typeof services>) => {
	const written = await organisationCookies(orgName, `${secret}\n${orgName}`, true).writeSession({
		accessToken: "run out",
		refreshToken: "refresh 0",
		csrf: "csrf",
	});
	const request = new Request(address, { headers: { cookie: written.split(";")[0] ?? "" } });
	const client = { id: "portal", secret: "client secret" };
	const session = await openPortalSession({ request, orgName, secret, client, fetcher, headers: {} });
	return { session, api: createApiClient({ fetcher, credentials: session, headers: {} }) };
};

test("simultaneous refused calls of one request renew the tokens once, and all succeed", async () => {
	const fetcher = services();
	const { api, session } = await openRequest(fetcher);
	const answers = await Promise.all([1, 2, 3].map(() => api.call(notificationStatistics, {})));
	expect(answers.map(({ ok }) => ok)).toEqual([true, true, true]);
	expect(fetcher.exchanges()).toBe(1);
	expect(session.accessToken()).toBe("access 1");
});

test("a call that is refused later in the same request renews them again", async () => {
	const fetcher = services();
	const { api } = await openRequest(fetcher);
	expect((await api.call(notificationStatistics, {})).ok).toBe(true);
	fetcher.forget();
	expect((await api.call(notificationStatistics, {})).ok).toBe(true);
	expect(fetcher.exchanges()).toBe(2);
});

test("a call after the headers were sent renews nothing, because no cookie could carry the new tokens", async () => {
	const fetcher = services();
	const { api, session } = await openRequest(fetcher);
	const asked = api.call(notificationStatistics, {});
	await new Promise((resolve) => setTimeout(resolve, 5));
	const [cookie] = await session.setCookies();
	expect(cookie, "one that is under way is waited for").toContain("matricula=");
	expect(await asked).toMatchObject({ ok: true });
	fetcher.forget();
	expect(await api.call(notificationStatistics, {})).toMatchObject({ ok: false, problem: { code: "session_expired" } });
	expect(fetcher.exchanges()).toBe(1);
});

test.each([
	{ status: 401, isOpen: false, problem: { code: "session_expired" } },
	{ status: 404, isOpen: false, problem: { code: "session_expired" } },
	{ status: 429, isOpen: true, problem: { status: 429 } },
	{ status: 503, isOpen: true, problem: { status: 503 } },
])(
	"a refresh that fails with $status logs the user out, or is the answer (§7)",
	async ({ status, isOpen, problem }) => {
		const { api, session } = await openRequest(services(Response.json({ error: "Too many attempts." }, { status })));
		expect(await api.call(notificationStatistics, {})).toMatchObject({ ok: false, problem });
		expect(session.isOpen()).toBe(isOpen);
	},
);

test.each([
	{ passedMs: 12_000, forMs: 18_000 },
	{ passedMs: 30_000, forMs: undefined },
])(
	"shows an offer with the time that is left after $passedMs ms, and not once it is over",
	async ({ passedMs, forMs }) => {
		const action = { label: "Undo", title: "Undo", to: "/crestfield/batches/m/undo", forMs: 30_000 };
		const toast = { id: "t", kind: "success", message: "Moved", action, at: Date.now() - passedMs } as const;
		const written = await organisationCookies(orgName, `${secret}\n${orgName}`, true).writeToast(toast);
		const request = new Request(address, { headers: { cookie: written.split(";")[0] ?? "" } });
		const client = { id: "portal", secret: "client secret" };
		const session = await openPortalSession({ request, orgName, secret, client, fetcher: services(), headers: {} });
		const left = session.takeToast()?.action?.forMs;
		if (forMs === undefined) expect(left).toBeUndefined();
		else expect(left).toSatisfy((ms: number) => ms <= forMs && ms > forMs - 2_000);
	},
);

test("a session that was read in its institution's path is refused in another's, and when it is changed", async () => {
	const at = (name: string) => organisationCookies(name, `${secret}\n${name}`, true);
	const value = { accessToken: "access", refreshToken: "refresh", csrf: "csrf" };
	const cookie = (await at("crestfield").writeSession(value)).split(";")[0] ?? "";
	for (let time = 0; time < 2; time++) {
		expect(await at("crestfield").readSession(`theme=dark; ${cookie}`)).toEqual(value);
		expect(await at("lagoon").readSession(cookie)).toBeUndefined();
		expect(await at("crestfield").readSession(`${cookie}A`)).toBeUndefined();
		expect(await at("crestfield").readSession(null)).toBeUndefined();
	}
});
