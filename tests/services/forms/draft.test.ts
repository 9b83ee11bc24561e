import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { fileOf, openEditFixture, type ResponseBody, stateOf } from "#tests/services/forms/edit-fixture";
import { pdf, png } from "#tests/support/files";
import { replacing } from "#tests/support/replacing";
import { sweeps } from "#worker/background";
import type { FormDraft } from "#worker/services/forms/contract";
import { sweep } from "#worker/sweep/sweep";

const draftIn = ({ body }: { body: ResponseBody }) => body as unknown as FormDraft;
const day = 86_400_000;

/**
 * Returns a store that runs a function while it stores a file. why: that is between reading a draft and saving it.
 */
const meanwhile = (happens: () => unknown) => ({
	FILES: replacing(env.FILES, {
		put: async (...file: Parameters<R2Bucket["put"]>) => {
			await happens();
			return env.FILES.put(...file);
		},
	}),
});
const slip = [["slip", fileOf("a.pdf", pdf())]] as const;

describe("a draft", () => {
	it("does not exist until something is typed", async () => {
		const staff = await openEditFixture();
		expect(await staff.readDraft()).toMatchObject({ status: 200, body: null });
	});

	it("stores the values of each page as typed, valid or not, and only those that differ", async () => {
		const staff = await openEditFixture({ data: { surname: "Okafor", phone: "08031234567", hostel: true } });
		await staff.draft({ data: { surname: "Okafor", phone: "not yet known", hostel: "on" } });
		await staff.draft({ data: { email: "ada@" }, duplicateFields: { sections: { schools: 2 } } });
		const saved = await staff.draft({ data: { surname: "", school__2: "B" } });
		expect(saved.status).toBe(200);
		expect(draftIn(saved)).toEqual({
			version: 1,
			data: { phone: "not yet known", email: "ada@", surname: null, school__2: "B" },
			duplicateFields: { sections: { schools: 2 }, rows: {} },
			files: [],
			removedFiles: [],
			updatedAt: staff.clock.now(),
		});
		expect((await staff.readDraft()).body).toEqual(saved.body);
		expect((await staff.form()).data).toEqual({ surname: "Okafor", phone: "08031234567", hostel: true });
		expect([await staff.log(), await staff.entries(), await staff.events()]).toEqual([[], [], []]);
	});

	it("removes an answer that was changed back", async () => {
		const staff = await openEditFixture();
		await staff.draft({ data: { surname: "Eze" } });
		expect(draftIn(await staff.draft({ data: { surname: "Okafor" } })).data).toEqual({});
	});

	it("is visible only to its owner", async () => {
		const staff = await openEditFixture();
		await staff.draft({ data: { surname: "Eze" } });
		const theirs = await staff.call("GET", `/forms/${staff.formId}/draft`, { headers: staff.colleagueHeaders });
		expect(theirs.body).toBeNull();
		await staff.call("DELETE", `/forms/${staff.formId}/draft`, { headers: staff.colleagueHeaders });
		expect(await staff.drafts()).toHaveLength(1);
	});

	it("stores files, replaces a field's older files, and can remove them again", async () => {
		const staff = await openEditFixture();
		await staff.draft({}, { files: [["slip", fileOf("one.pdf", pdf("1"))]] });
		const second = draftIn(await staff.draft({}, { files: [["slip", fileOf("two.pdf", pdf("2"))]] }));
		expect(second.files).toEqual([
			{ id: expect.any(String), fieldId: "slip", name: "two.pdf", mimetype: "application/pdf", size: pdf("2").length },
		]);
		expect(await staff.stored()).toHaveLength(1);
		const third = draftIn(await staff.draft({ removedDraftFiles: [second.files[0]?.id] }));
		expect(third.files).toEqual([]);
		expect(await staff.stored()).toEqual([]);
	});

	it("remembers the attachments to be removed until the list is replaced", async () => {
		const staff = await openEditFixture();
		await staff.draft({ removedFiles: ["a", "b"] });
		expect(draftIn(await staff.draft({ data: { surname: "Eze" } })).removedFiles).toEqual(["a", "b"]);
		expect(draftIn(await staff.draft({ removedFiles: ["b"] })).removedFiles).toEqual(["b"]);
	});

	it("loses nothing when several pages are saved at the same time", async () => {
		const staff = await openEditFixture();
		await staff.draft({ data: { surname: "Eze" } });
		const pages = [{ phone: "08031234567" }, { score: 7 }];
		const responses = await Promise.all(pages.map((data) => staff.draft({ data })));
		expect(responses.map(({ status }) => status)).toEqual([200, 200]);
		expect(draftIn(await staff.readDraft()).data).toEqual({ surname: "Eze", phone: "08031234567", score: 7 });
	});

	it("keeps a page's changes while another page is saved, whatever was changed on it", async () => {
		const staff = await openEditFixture();
		await staff.draft({ data: { surname: "Eze" } });
		const pages = [{ duplicateFields: { sections: { schools: 2 } } }, { removedFiles: ["a"] }];
		const bindings = meanwhile(() => pages[0] && staff.draft(pages.shift() ?? {}));
		const kept = await staff.draft({ data: { score: 7 } }, { files: slip, bindings });
		expect(draftIn(kept)).toMatchObject({
			data: { surname: "Eze", score: 7 },
			duplicateFields: { sections: { schools: 2 } },
			removedFiles: ["a"],
		});
		expect(await staff.stored()).toEqual(draftIn(kept).files.map(({ id }) => expect.stringContaining(id)));
	});

	it("is refused with a retry when another tab keeps changing it, and leaves nothing behind", async () => {
		const staff = await openEditFixture();
		let score = 0;
		const bindings = meanwhile(() => staff.draft({ data: { score: ++score } }));
		const responses = [
			await staff.draft({ data: { phone: "08031234567" } }, { files: slip, bindings }),
			await staff.put({ draft: true }, { files: slip, bindings }),
		];
		for (const response of responses)
			expect(response).toMatchObject({
				status: 409,
				body: {
					code: "in_progress",
					error: "The same request is still being worked on. Wait a moment and reload the page.",
				},
			});
		expect(draftIn(await staff.readDraft()).data).toEqual({ score: 6 });
		expect([(await staff.form()).version, await staff.stored()]).toEqual([1, []]);
	});

	it.each<[string, Record<string, unknown>, string]>([
		["a field that the form does not have", { data: { hacked: "x" } }, "hacked"],
		["ten thousand repeats", { duplicateFields: { sections: { schools: 10_000 } } }, "schools"],
		["an answer that is too long", { data: { aura: "x".repeat(100_001) } }, "aura"],
		["an invalid version", { version: "x" }, "version"],
		["a version beyond what a number can hold exactly", { version: 1e21 }, "version"],
	])("does not keep %s", async (_name, data, field) => {
		const staff = await openEditFixture();
		const response = await staff.draft(data);
		expect(response).toMatchObject({ status: 422, body: { code: "invalid" } });
		expect(Object.keys(response.body.fields ?? {})).toEqual([field]);
		expect(await staff.drafts()).toEqual([]);
	});

	it("of another organisation's form responds 404 to every request", async () => {
		const [mine, theirs] = [await openEditFixture(), await openEditFixture()];
		await theirs.draft({ data: { surname: "Eze" } });
		const path = `/forms/${theirs.formId}/draft`;
		expect((await mine.call("GET", path)).status).toBe(404);
		expect((await mine.call("DELETE", path)).status).toBe(404);
		expect((await mine.send(path, { data: { version: 1, data: { surname: "Mine" } } })).status).toBe(404);
		expect(await theirs.drafts()).toHaveLength(1);
	});

	it("is discarded with its files, and discarding it twice does no harm", async () => {
		const staff = await openEditFixture();
		await staff.draft({ data: { surname: "Eze" } }, { files: [["slip", fileOf("a.pdf", pdf())]] });
		for (const _twice of [1, 2])
			expect(await staff.call("DELETE", `/forms/${staff.formId}/draft`)).toMatchObject({
				status: 200,
				body: { id: staff.formId },
			});
		expect([await staff.drafts(), await staff.stored()]).toEqual([[], []]);
	});
});

describe("an update from the draft", () => {
	it("applies the draft's answers and files, and deletes the draft", async () => {
		const staff = await openEditFixture();
		const { body } = await staff.put({}, { files: [["certificate", fileOf("old.pdf", pdf("old"))]] });
		await staff.draft(
			{ version: 2, data: { surname: "Eze", phone: "08031234567" }, removedFiles: [body.attachments?.[0]?.id] },
			{ files: [["passport", fileOf("me.png", png())]] },
		);
		const saved = await staff.put({ draft: true, version: 2, submit: true });
		expect(saved).toMatchObject({
			status: 200,
			body: { version: 3, data: { surname: "Eze", phone: "08031234567" }, attachments: [{ name: "me.png" }] },
		});
		expect(await staff.drafts()).toEqual([]);
		expect(await staff.stored()).toEqual([(await staff.person()).photoKey]);
		expect((await staff.log()).map(({ reason }) => reason)).toContain(
			"4 answers changed: Surname, Phone number, The certificate, The passport",
		);
	});

	it("includes what another tab saves in the draft until the last moment", async () => {
		const staff = await openEditFixture();
		await staff.draft({ data: { school: "A" } });
		const pages = [{ duplicateFields: { sections: { schools: 2 } } }];
		const bindings = meanwhile(() => pages[0] && staff.draft(pages.shift() ?? {}));
		const { body } = await staff.put({ draft: true }, { files: slip, bindings });
		expect(body).toMatchObject({ version: 2, data: { school: "A" }, duplicateFields: { sections: { schools: 2 } } });
		expect(await staff.drafts()).toEqual([]);
	});

	it("prefers values sent with it to the draft's, and leaves none of the draft's files behind", async () => {
		const staff = await openEditFixture();
		await staff.draft({ data: { surname: "Eze" } }, { files: [["slip", fileOf("one.pdf", pdf("1"))]] });
		const saved = await staff.put({ draft: true, surname: "Obi" }, { files: [["slip", fileOf("two.pdf", pdf("2"))]] });
		expect(saved.body).toMatchObject({ data: { surname: "Obi" }, attachments: [{ name: "two.pdf" }] });
		expect(await staff.stored()).toHaveLength(1);
	});

	it("shows errors beside the fields and leaves the draft unchanged", async () => {
		const staff = await openEditFixture();
		await staff.draft({ data: { surname: "", email: "ada@" } }, { files: [["slip", fileOf("a.pdf", pdf())]] });
		const before = await stateOf(staff);
		const response = await staff.put({ draft: true, submit: true });
		expect(response).toMatchObject({
			status: 422,
			body: { fields: { surname: ["Enter surname"], email: [/format/] } },
		});
		expect(await stateOf(staff)).toEqual(before);
	});

	it("with a stale version names the typed answers, and succeeds with the new version", async () => {
		const staff = await openEditFixture();
		await staff.draft({ data: { phone: "08031234567" } });
		await staff.put({ score: 9 }, { as: staff.colleagueHeaders });
		const stale = await staff.put({ draft: true, version: 1 });
		expect(stale).toMatchObject({
			status: 409,
			body: {
				code: "stale_form",
				details: { current: { version: 2, data: { score: 9 } }, attempted: { data: { phone: "08031234567" } } },
			},
		});
		expect((await staff.put({ draft: true, version: 2 })).body.data).toEqual({
			surname: "Okafor",
			score: 9,
			phone: "08031234567",
		});
	});

	it("without changes deletes the draft and records nothing", async () => {
		const staff = await openEditFixture();
		const before = await stateOf(staff);
		await staff.draft({ data: { surname: "Okafor" } });
		expect((await staff.put({ draft: true })).status).toBe(200);
		expect(await stateOf(staff)).toEqual(before);
	});

	it("without a draft is an ordinary update", async () => {
		const staff = await openEditFixture();
		expect((await staff.put({ draft: true, surname: "Eze" })).body.data).toEqual({ surname: "Eze" });
	});

	it("keeps a draft that the request does not name", async () => {
		const staff = await openEditFixture();
		await staff.draft({ data: { phone: "08031234567" } });
		await staff.put({ surname: "Eze" });
		expect(await staff.drafts()).toHaveLength(1);
	});
});

it("deletes a draft with its files after thirty days without a change", async () => {
	const staff = await openEditFixture();
	await staff.draft({ data: { surname: "Eze" } }, { files: [["slip", fileOf("a.pdf", pdf())]] });
	staff.clock.advance(30 * day);
	await sweep(env, { sweeps, clock: staff.clock });
	expect(await staff.drafts()).toHaveLength(1);
	staff.clock.advance(1);
	await sweep(env, { sweeps, clock: staff.clock });
	expect([await staff.drafts(), await staff.stored()]).toEqual([[], []]);
});
