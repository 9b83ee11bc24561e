import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { testClock } from "#tests/support/clock";
import { createOrganisation, createStructure, createUser, testDb } from "#tests/support/factories";
import { sessions, userRoles, users } from "#worker/database/schema/auth";
import { auditEvents } from "#worker/database/schema/records";
import { hashPassword } from "#worker/services/auth/password";
import { authApp, bodyOf, createAccount, logIn, me, password, tokensOf } from "./accounts";

const auditOf = (organisationId: string) =>
	testDb().select().from(auditEvents).where(eq(auditEvents.organisationId, organisationId));

describe("POST /ums/login", () => {
	test("returns tokens and the user with roles and privileges", async () => {
		const clock = testClock();
		const app = authApp(clock);
		const { organisation, user } = await createAccount({ privileges: ["candidate:r", "candidate:u"] });
		const { departmentId, levelIds } = await createStructure(organisation.id);
		await testDb()
			.update(userRoles)
			.set({ adminLevelItemId: departmentId })
			.where(and(eq(userRoles.organisationId, organisation.id), eq(userRoles.userId, user.id)));
		const response = await logIn(app, organisation.id, user.email.toUpperCase());
		expect(response.status).toBe(200);
		expect(response.headers.get("cache-control")).toBe("no-store");
		const body = await response.json<{ accessToken: string; user: unknown }>();
		expect(body.user).toEqual({
			id: user.id,
			firstName: "Hauwa",
			lastName: "Bello",
			email: user.email,
			blocked: false,
			adminRoles: [
				{
					role: { id: `role-${user.id}`, name: `Role of ${user.id}` },
					adminLevel: { id: levelIds[1], name: "Department" },
					adminLevelItem: { id: departmentId, name: "Department of Physics" },
				},
			],
			privileges: ["candidate:r", "candidate:u"],
		});
		const current = await me(app, body.accessToken);
		expect(await current.json()).toEqual({
			...(body.user as object),
			places: ["Department of Physics"],
			privilegesAtPlaces: ["candidate:r", "candidate:u"],
		});
		const [row] = await testDb().select().from(users).where(eq(users.id, user.id));
		expect(row?.lastLoginAt).toBe(clock.now());
		expect(await auditOf(organisation.id)).toMatchObject([
			{ action: "login", status: "SUCCESS", userId: user.id, username: user.email, details: { method: "password" } },
		]);
	});

	test("gives the same response for unknown, wrong, blocked and Google-only accounts, and records the difference in the audit log", async () => {
		const app = authApp(testClock());
		const { organisation, user } = await createAccount();
		const blocked = await createUser({
			organisationId: organisation.id,
			passwordHash: hashPassword(password, 1024),
			blocked: true,
		});
		const google = await createUser({ organisationId: organisation.id });
		const responses = [
			await logIn(app, organisation.id, "nobody@nowhere.example"),
			await logIn(app, organisation.id, user.email, "wrong"),
			await logIn(app, organisation.id, blocked.email),
			await logIn(app, organisation.id, google.email),
			await logIn(app, "no-such-place", user.email),
		];
		const expected = { status: 401, body: { code: "login_failed", error: "Invalid Username or Password" } };
		for (const response of responses) expect(await bodyOf(response)).toEqual(expected);
		const audit = await auditOf(organisation.id);
		expect(audit.map(({ subject }) => subject).sort()).toEqual([
			"blocked",
			"unknown account",
			"wrong password",
			"wrong password",
		]);
	});

	test("does not find an account of another organisation", async () => {
		const app = authApp(testClock());
		const { user } = await createAccount();
		const elsewhere = await createOrganisation();
		expect((await logIn(app, elsewhere.id, user.email)).status).toBe(401);
	});

	test("does not record a password that was typed as the name", async () => {
		const app = authApp(testClock());
		const { organisation } = await createAccount();
		await logIn(app, organisation.id, "my-secret-password");
		expect(JSON.stringify(await auditOf(organisation.id))).not.toContain("my-secret");
	});

	test("names missing fields and returns no value", async () => {
		const app = authApp(testClock());
		const response = await app("/ums/login", { body: { organisation: "acme", username: " ", password: "" } });
		expect(await bodyOf(response)).toMatchObject({
			status: 422,
			body: { code: "invalid", fields: { username: ["Enter Username"], password: ["Enter Password"] } },
		});
	});

	test("opens a separate session for each login", async () => {
		const app = authApp(testClock());
		const { organisation, user } = await createAccount();
		await tokensOf(app, organisation.id, user.email);
		await tokensOf(app, organisation.id, user.email);
		const rows = await testDb().select().from(sessions).where(eq(sessions.userId, user.id));
		expect(rows).toHaveLength(2);
	});

	test("hashes a password again when its cost has changed", async () => {
		const app = authApp(testClock());
		const { organisation, user } = await createAccount({ passwordHash: hashPassword(password, 512) });
		await tokensOf(app, organisation.id, user.email);
		const [row] = await testDb().select().from(users).where(eq(users.id, user.id));
		expect(row?.passwordHash).toMatch(/^scrypt\$1024\$8\$5\$/);
		await tokensOf(app, organisation.id, user.email);
	});
});

describe("failed logins", () => {
	const attack = async (app: ReturnType<typeof authApp>, organisation: string, username: string, times: number) => {
		const statuses = [];
		for (let index = 0; index < times; index++)
			statuses.push((await logIn(app, organisation, username, `wrong ${index}`)).status);
		return statuses;
	};

	test("are refused from the 11th attempt, for known and unknown accounts, with the time to wait", async () => {
		const clock = testClock();
		const app = authApp(clock);
		const { organisation, user } = await createAccount();
		for (const name of [user.email, "nobody@nowhere.example"]) {
			expect(await attack(app, organisation.id, name, 10)).toEqual(Array(10).fill(401));
			clock.advance(60_000);
			const refused = await logIn(app, organisation.id, name);
			expect(refused.headers.get("retry-after")).toBe("840");
			expect(await bodyOf(refused)).toMatchObject({
				status: 429,
				body: { code: "too_many_requests", details: { retryAfter: 840 } },
			});
		}
	});

	test("leave one line in the audit log when they are refused, and are allowed again after the time window", async () => {
		const clock = testClock();
		const app = authApp(clock);
		const { organisation, user } = await createAccount();
		await attack(app, organisation.id, user.email, 30);
		const throttled = (await auditOf(organisation.id)).filter(({ subject }) => subject === "throttled");
		expect(throttled).toHaveLength(1);
		clock.advance(15 * 60_000);
		expect((await logIn(app, organisation.id, user.email)).status).toBe(200);
	});

	test("are limited in parallel too", async () => {
		const app = authApp(testClock());
		const { organisation, user } = await createAccount();
		const responses = await Promise.all(
			Array.from({ length: 40 }, (_, index) => logIn(app, organisation.id, user.email, `wrong ${index}`)),
		);
		expect(responses.filter(({ status }) => status === 401)).toHaveLength(10);
	});

	test("are counted from zero after a successful login", async () => {
		const app = authApp(testClock());
		const { organisation, user } = await createAccount();
		await attack(app, organisation.id, user.email, 9);
		await tokensOf(app, organisation.id, user.email);
		expect(await attack(app, organisation.id, user.email, 10)).toEqual(Array(10).fill(401));
	});

	test("do not lock the owner out of an address they have signed in from", async () => {
		const app = authApp(testClock());
		const { organisation, user } = await createAccount();
		const home = { "cf-connecting-ip": "192.0.2.1" };
		await logIn(app, organisation.id, user.email, password, home);
		await attack(app, organisation.id, user.email, 20);
		expect((await logIn(app, organisation.id, user.email)).status).toBe(429);
		expect((await logIn(app, organisation.id, user.email, password, home)).status).toBe(200);
	});

	test("are limited by address when one password is tried on many accounts", async () => {
		const app = authApp(testClock());
		const { organisation, user } = await createAccount();
		for (let index = 0; index < 100; index++)
			await logIn(app, organisation.id, `staff-${index}@acme.example`, "Password1!");
		expect((await logIn(app, organisation.id, user.email)).status).toBe(429);
		const elsewhere = { "cf-connecting-ip": "192.0.2.2" };
		expect((await logIn(app, organisation.id, user.email, password, elsewhere)).status).toBe(200);
	});

	test("but no successes are counted by the address over all institutions, an IPv6 network as one address", async () => {
		const app = authApp(testClock());
		const accounts = [await createAccount(), await createAccount()] as const;
		const from = (network: string, host: number) => ({ "cf-connecting-ip": `2001:db8:0:${network}::${host}` });
		const tryAt = (index: number, network: string) => {
			const { organisation } = accounts[index % 2] ?? accounts[0];
			return logIn(app, organisation.id, `staff-${index}@acme.example`, "wrong", from(network, index));
		};
		for (let index = 0; index < 99; index += 11)
			await Promise.all(Array.from({ length: 11 }, (_, more) => tryAt(index + more, "1")));
		for (const { organisation, user } of accounts)
			expect((await logIn(app, organisation.id, user.email, password, from("1", 101))).status).toBe(200);
		expect((await tryAt(99, "1")).status).toBe(401);
		for (const { organisation, user } of accounts) {
			expect((await logIn(app, organisation.id, user.email, password, from("1", 102))).status).toBe(429);
			expect((await logIn(app, organisation.id, user.email, password, from("2", 1))).status).toBe(200);
		}
	});

	test("are counted by an address that a client cannot choose without the client secret", async () => {
		const app = authApp(testClock());
		const { organisation, user } = await createAccount();
		for (let index = 0; index < 100; index++)
			await logIn(app, organisation.id, `staff-${index}@acme.example`, "x", { "x-client-address": `192.0.2.${index}` });
		expect((await logIn(app, organisation.id, user.email, "x", { "x-client-address": "192.0.2.200" })).status).toBe(
			429,
		);
	});
});

describe("a flood of logins", () => {
	test("from one address has half of the queue: the rest is told to wait, uncounted, and others sign in", async () => {
		const app = authApp(testClock());
		const accounts = [await createAccount(), await createAccount()] as const;
		const [{ organisation, user }] = accounts;
		const flood = Array.from({ length: 200 }, (_, index) =>
			logIn(app, accounts[index % 2]?.organisation.id ?? "", `staff-${index}@acme.example`, "wrong"),
		);
		const colleague = logIn(app, organisation.id, user.email, password, { "cf-connecting-ip": "192.0.2.77" });
		const responses = await Promise.all(flood);
		expect((await colleague).status).toBe(200);
		const refused = responses.filter(({ status }) => status === 503);
		expect(refused).toHaveLength(185);
		expect(responses.filter(({ status }) => status === 401)).toHaveLength(15);
		expect(refused[0]?.headers.get("retry-after")).toBe("5");
		expect(await bodyOf(refused[0] ?? Response.error())).toMatchObject({
			status: 503,
			body: { code: "busy", error: "Many people are signing in at this moment. Wait a few seconds and try again." },
		});
		const audit = [...(await auditOf(organisation.id)), ...(await auditOf(accounts[1]?.organisation.id ?? ""))];
		expect(audit.filter(({ status }) => status === "FAILED")).toHaveLength(15);
		expect((await logIn(app, organisation.id, user.email)).status).toBe(200);
	});
});
