import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { openMailFixture } from "#tests/services/emails/mail-fixture";
import { openStageFixture } from "#tests/services/stage-changes/stage-fixture";
import { testDb } from "#tests/support/factories";
import { pdf, png } from "#tests/support/files";
import { replacing } from "#tests/support/replacing";
import { tasks } from "#worker/database/schema/records";
import { templates } from "#worker/database/schema/workflows";
import { servedEndpoints } from "#worker/http/serve";
import { servicesApp } from "#worker/services/app";

/** The reason why each write can be sent twice without a key. */
const needsNoKey: Readonly<Record<string, RegExp>> = {
	"it changes nothing": /preview$/,
	"it puts what is there into a state, however often": /^(PUT|PATCH|DELETE) /,
	"it counts nothing up": /^POST \/(notifications\/(read|seen)|candidates\/:id\/changes\/read)$/,
	"it hands out something that lasts seconds": /^POST \/notifications\/socket-ticket$/,
	"nobody is signed in by whose name a key could be kept; what is handed out works once, and few are":
		/^POST \/(ums|auth)\//,
	"its response is a secret that is kept nowhere, and its name is taken the second time":
		/^POST \/(api-keys|webhooks)$/,
	"the last secret of several is the one that counts, and it is kept nowhere": /^POST \/webhooks\/:id\/secret$/,
	"each event of a payment platform has a key of its own": /^POST \/payments\/webhooks\//,
	"it asks the platform once more, and changes what follows from the answer": /^POST \/public-payments\//,
	"it asks the platform, and changes nothing": /^POST \/paylog-configurations\/:id\/test$/,
	"each reveal is an entry of its own in the log, as each look is": /^POST \/forms\/:id\/reveals$/,
	"a picture that is sent twice is stored twice, and a text shows the one whose address it has":
		/^POST \/templates\/pictures$/,
	"its link works once": /^POST \/referee-invitations\//,
};

it("every write that a client may repeat takes a key, or needs none", () => {
	servicesApp();
	const without = servedEndpoints()
		.filter(({ method, idempotent }) => method !== "GET" && !idempotent)
		.map(({ method, path }) => `${method} ${path}`);
	expect(without.length).toBeGreaterThan(0);
	const reasons = Object.values(needsNoKey);
	expect(without.filter((endpoint) => !reasons.some((reason) => reason.test(endpoint)))).toEqual([]);
});

/** Opens a fixture with everything that its writes need; the queue keeps their jobs. */
const openFixture = async () => {
	const fixture = await openStageFixture({ applicants: 3 });
	const { organisationId, staff, ids, accepted } = fixture;
	const letter = { organisationId, id: `letter-${organisationId}`, name: "Letter", type: "document" as const };
	await testDb()
		.insert(templates)
		.values({ ...letter, content: "<p>Dear</p>", createdAt: 1, updatedAt: 1 });
	const applicationId = staff.application.id;
	return {
		...fixture,
		bodies: {
			"/email/candidates": { applicationId, candidateIds: ids, subject: "Hello", message: "<p>Hi</p>" },
			"/sms/candidates": { applicationId, candidateIds: ids, message: "Hello" },
			"/AI-Process-Applicants/chat_ai": { app_id: applicationId, prompt: "have not paid" },
			"/candidate-export": { applicationId, columns: ["lastName"], format: "csv" },
			"/candidates/letters": { candidateIds: ids, templateId: letter.id },
			"/candidates/forms": { candidateIds: ids, as: "pdf" },
			"/application-reports/download": { applicationId },
			"/candidates": { candidateIds: ids, stageId: accepted.id, reason: "Council" },
		} as Record<string, Record<string, unknown>>,
	};
};

describe("simultaneous requests with the same key", () => {
	it("create one email, SMS, export, letter, printed form, report and stage change; another body is refused", async () => {
		const { staff, bodies, sentJobs, mailings } = await openFixture();
		for (const [path, body] of Object.entries(bodies)) {
			const method = path === "/candidates" ? "PATCH" : "POST";
			const key = crypto.randomUUID();
			const ask = (more: object = {}) => staff.send(method, path, { ...body, ...more }, key);
			sentJobs.splice(0);
			// why fewer of the others: they share their code with it.
			const times = path === "/email/candidates" ? 50 : 5;
			const responses = await Promise.all(Array.from({ length: times }, () => ask()));
			expect(new Set(responses.map((response) => JSON.stringify(response))).size, path).toBe(1);
			expect(responses[0]?.status, path).toBeLessThan(300);
			expect(sentJobs, path).toHaveLength(1);
			// why: a user has two turns, and none of these tasks is run.
			await testDb().update(tasks).set({ status: "SUCCESS" });
			const [name = ""] = Object.keys(body);
			const other = await ask({ [name]: Array.isArray(body[name]) ? ["another"] : "another" });
			expect(other, path).toMatchObject({ status: 422, body: { code: "key_reused" } });
		}
		expect(await mailings(), "an email and an SMS were sent by the user, and an email by the stage").toHaveLength(3);
	});
});

describe("an idempotency key", () => {
	const upload = async (fixture: Awaited<ReturnType<typeof openMailFixture>>, file: File) => {
		const form = new FormData();
		const { id: applicationId } = fixture.staff.application;
		form.set("data", JSON.stringify({ applicationId, candidateIds: [], subject: "Hello", message: "<p>Hi</p>" }));
		form.set("attachments", file);
		const response = await fixture.staff.upload("/email/candidates", form, "key-of-a-file");
		return { status: response.status, body: (await response.json()) as { code?: string; mailingId?: string } };
	};

	it("that breaks the rule for keys is refused with the rule", async () => {
		const { staff, bodies } = await openFixture();
		const [[path, body] = ["", {}]] = Object.entries(bodies);
		expect(await staff.send("POST", path, body, "short")).toMatchObject({
			status: 400,
			body: { fields: { "idempotency-key": [expect.stringContaining("8 to 64 letters")] } },
		});
	});

	it("covers the files too: another file of the same name is refused", async () => {
		const fixture = await openMailFixture();
		const first = await upload(fixture, new File([pdf("one")], "a.pdf"));
		expect(await upload(fixture, new File([pdf("one")], "a.pdf"))).toEqual(first);
		for (const other of [new File([pdf("two")], "a.pdf"), new File([pdf("one")], "b.pdf"), new File([png()], "a.pdf")])
			expect(await upload(fixture, other)).toMatchObject({ status: 422, body: { code: "key_reused" } });
		expect(await fixture.mailings()).toHaveLength(1);
	});

	it("starts work once when the database's response was lost", async () => {
		let isLost = true;
		const batch = async (statements: D1PreparedStatement[]) => {
			const results = await env.DB.batch(statements);
			if (isLost && statements.length > 2) throw new Error("network connection lost");
			return results;
		};
		const fixture = await openMailFixture({ bindings: { DB: replacing(env.DB, { batch }) } });
		const print = () =>
			fixture.staff.send("POST", "/candidates/forms", { candidateIds: fixture.ids, as: "pdf" }, "key-of-a-line");
		expect((await print()).status).toBe(500);
		isLost = false;
		fixture.staff.clock.advance(61_000);
		expect(await print()).toMatchObject({ status: 409, body: { code: "done_already" } });
		expect(await fixture.events("task.started")).toHaveLength(1);
	});

	it("can be used again when the Worker ended before anything was written", async () => {
		let isDown = true;
		const batch = (statements: D1PreparedStatement[]) =>
			isDown && statements.length > 3 ? Promise.reject(new Error("evicted")) : env.DB.batch(statements);
		const fixture = await openMailFixture({ bindings: { DB: replacing(env.DB, { batch }) } });
		expect((await fixture.write({}, "key-of-nothing")).status).toBe(500);
		isDown = false;
		expect((await fixture.write({}, "key-of-nothing")).status).toBe(202);
		expect((await fixture.mailings()).filter(({ status }) => status === "ready")).toHaveLength(1);
	});
});
