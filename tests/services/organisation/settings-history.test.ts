import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { testClock } from "#tests/support/clock";
import { createOrganisation, createUser, signIn, testDb } from "#tests/support/factories";
import { redPixel } from "#tests/support/files";
import { serviceApp } from "#tests/support/service-app";
import type { RecordChange } from "#worker/contract/records";
import { organisations } from "#worker/database/schema/organisations";
import { features } from "#worker/services/app";
import type { Organisation } from "#worker/services/organisation/contract";

const clock = testClock();
const app = serviceApp(features, clock);

interface Answer extends Organisation {
	code?: string;
	error?: string;
	fields?: object;
	details?: { current: Organisation };
	title?: string | null;
	welcomeMessage?: string | null;
	data?: RecordChange[];
	resultTotal?: number;
}

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation({ email: "help@north.example", phone: "0800 1" });
	const user = await createUser({ organisationId });
	const { headers } = await signIn(user, clock.now());
	const send = async (method: string, path: string, body?: object) => {
		const response = await app(path, { method, headers, body });
		return { status: response.status, body: await response.json<Answer>() };
	};
	const history = async () => (await send("GET", "/organisation/history")).body.data ?? [];
	const upload = async () => {
		const body = new FormData();
		body.set("data", "{}");
		body.set("logo", new File([redPixel], "logo.png"));
		return (await app("/organisation", { method: "PUT", headers, body })).json<Answer>();
	};
	return { organisationId, user, send, history, upload, read: async () => (await send("GET", "/organisation")).body };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeAll(async () => {
	fixture = await openFixture();
});

const portal = { title: "Admissions of North College", welcomeMessage: "Welcome.\nLog in with your college address." };

describe("the portal", () => {
	test("says on the login page what was saved, under a version that grows", async () => {
		const { organisationId, send } = await openFixture();
		expect((await send("GET", "/organisation/portal")).body).toEqual({ title: null, welcomeMessage: null, version: 1 });
		const saved = await send("PUT", "/organisation/portal", portal);
		expect([saved.status, saved.body]).toEqual([200, { ...portal, version: expect.any(Number) }]);
		expect(saved.body.version).toBeGreaterThan(1);
		expect((await send("GET", "/organisation/portal")).body).toEqual(saved.body);
		expect((await send("GET", `/organisation/${organisationId}`)).body).toMatchObject({ portal });
	});

	test.each([
		["title", " "],
		["welcomeMessage", ""],
	])("needs both: %s cannot be %j", async (field, value) => {
		const refused = await fixture.send("PUT", "/organisation/portal", { ...portal, [field]: value });
		expect([refused.status, refused.body.fields]).toEqual([
			422,
			{ [field]: ["Portal Title and Welcome Message are required"] },
		]);
	});
});

describe("contacts", () => {
	test("are several, of which the first address is the one that applicants answer to", async () => {
		const { organisationId, send } = await openFixture();
		const contacts = [
			{ email: null, phone: "0800 2" },
			{ email: "registry@north.example", phone: null },
			{ email: "bursary@north.example", phone: "0800 3" },
		];
		const saved = await send("POST", "/organisation/contacts", { contacts: [...contacts, { email: "", phone: " " }] });
		expect(saved.body).toMatchObject({ contacts, supportEmail: "registry@north.example" });
		const [row] = await testDb().select().from(organisations).where(eq(organisations.id, organisationId));
		expect(row).toMatchObject({ email: "registry@north.example", phone: "0800 2" });
		expect((await send("POST", "/organisation/contacts", { contacts: [] })).body).toMatchObject({
			contacts: [],
			supportEmail: null,
		});
	});

	test("refuses each address that is none beside its field, with 400", async () => {
		const contacts = [{ email: "a@north.example" }, { email: "help" }, { email: "b@" }];
		const refused = await fixture.send("POST", "/organisation/contacts", { contacts });
		const text = "One or more email is in the wrong format";
		expect([refused.status, refused.body.error, refused.body.fields]).toEqual([
			400,
			text,
			{ "contacts[1].email": [text], "contacts[2].email": [text] },
		]);
		expect((await fixture.read()).contacts).toEqual([{ email: "help@north.example", phone: "0800 1" }]);
	});
});

describe("two people who edit settings", () => {
	test("are told of each other within a part, with what the other saved, and can then replace it", async () => {
		const { send, read } = await openFixture();
		const { version } = await read();
		expect((await send("PUT", "/organisation", { name: "Theirs", version })).status).toBe(200);
		const refused = await send("PUT", "/organisation", { name: "Mine", version });
		expect([refused.status, refused.body.code]).toEqual([409, "changed_meanwhile"]);
		expect(refused.body.details?.current).toMatchObject({ name: "Theirs" });
		expect((await read()).name).toBe("Theirs");
		const again = await send("PUT", "/organisation", { name: "Mine", version: refused.body.details?.current.version });
		expect([again.status, again.body.name]).toEqual([200, "Mine"]);
	});

	test("are not in each other's way in different parts", async () => {
		const { send, read } = await openFixture();
		const { version } = await read();
		const statuses = [
			await send("PUT", "/organisation", { name: "Theirs", version }),
			await send("PUT", "/organisation", { undoWindowSeconds: 60, version }),
			await send("PUT", "/organisation/portal", { ...portal, version }),
			await send("POST", "/organisation/contacts", { contacts: [], version }),
		].map(({ status }) => status);
		expect(statuses).toEqual([200, 200, 200, 200]);
		const late = [
			await send("PUT", "/organisation", { undoWindowSeconds: 90, version }),
			await send("PUT", "/organisation/portal", { ...portal, title: "Late", version }),
			await send("POST", "/organisation/contacts", { contacts: [{ phone: "1" }], version }),
		].map(({ status, body }) => [status, body.code]);
		expect(late).toEqual(Array(3).fill([409, "changed_meanwhile"]));
	});
});

describe("the history", () => {
	test("has each part before and after, by whom, and what was there before anything was changed", async () => {
		const { user, send, history, organisationId } = await openFixture();
		await send("PUT", "/organisation", { undoWindowSeconds: 30 });
		expect(await history(), "a change of nothing").toEqual([]);
		await send("PUT", "/organisation", { undoWindowSeconds: 90 });
		await send("PUT", "/organisation/portal", portal);
		const by = `${user.firstName} ${user.lastName}`;
		const empty = { portalTitle: null, welcomeMessage: null };
		const filled = { portalTitle: portal.title, welcomeMessage: portal.welcomeMessage };
		expect(await history()).toMatchObject([
			{ action: "updated", by, before: empty, after: filled },
			{ action: "created", by: null, before: null, after: empty },
			{ action: "updated", by, before: { undoWindowSeconds: 30 }, after: { undoWindowSeconds: 90 } },
			{ action: "created", by: null, before: null, after: { undoWindowSeconds: 30 } },
		]);
		await send("PUT", "/organisation", { undoWindowSeconds: 120 });
		expect((await history()).filter(({ action }) => action === "created")).toHaveLength(2);
		expect((await openFixture()).organisationId).not.toBe(organisationId);
	});

	test("restores a former state of one part as a change of its own, the logo too", async () => {
		const { send, history, upload, read } = await openFixture();
		const first = await upload();
		await upload();
		await send("PUT", "/organisation", { name: "Kept" });
		const uploads = (await history()).filter(({ after }) => after && "logo" in after);
		const [, former] = uploads;
		const { version } = await read();
		const restored = await send("POST", "/organisation/restore", { changeId: former?.id, version });
		expect([restored.status, restored.body.logoUrl, restored.body.name]).toEqual([200, first.logoUrl, "Kept"]);
		expect((await history())[0]).toMatchObject({ action: "restored", after: former?.after });
		const none = uploads.at(-1);
		expect(none).toMatchObject({ action: "created", after: { logo: null } });
		expect((await send("POST", "/organisation/restore", { changeId: none?.id })).body.logoUrl).toBeNull();
		const late = await send("POST", "/organisation/restore", { changeId: former?.id, version });
		expect([late.status, late.body.code]).toEqual([409, "changed_meanwhile"]);
	});

	test("refuses a state whose logo is gone, and a change that is another institution's or none", async () => {
		const { organisationId, send, history, upload, read } = await openFixture();
		await upload();
		const [change] = await history();
		await send("PUT", "/organisation", { logo: null });
		await env.FILES.delete(`logos/${organisationId}/${String(change?.after?.logo)}`);
		for (const changeId of [change?.id, "nothing"]) {
			const refused = await send("POST", "/organisation/restore", { changeId });
			expect([refused.status, refused.body.code]).toEqual([422, "state_not_restorable"]);
		}
		const other = await fixture.send("POST", "/organisation/restore", { changeId: change?.id });
		expect(other.status).toBe(422);
		expect((await read()).logoUrl).toBeNull();
	});
});
