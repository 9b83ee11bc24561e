import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it, test } from "vitest";
import { fileOf, openEditFixture, stateOf } from "#tests/services/forms/edit-fixture";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { badFiles, goodFiles, jpeg, pdf, png } from "#tests/support/files";
import { replacing } from "#tests/support/replacing";
import { applicants } from "#worker/database/schema/applicants";
import { attachments, formDesignVersions, submissions } from "#worker/database/schema/forms";

describe("an update", () => {
	it("writes the sent answers, keeps the others, and names the user in every log", async () => {
		const staff = await openEditFixture({ data: { surname: "Okafor", phone: "0803 123 4567", old: "kept" } });
		const response = await staff.put({ version: 1, phone: "0805 765 4321", address: "1 Broad Street\nLagos" });
		expect(response).toMatchObject({
			status: 200,
			body: {
				id: staff.formId,
				applicationKey: staff.application.id,
				version: 2,
				data: { surname: "Okafor", phone: "0805 765 4321", address: "1 Broad Street\nLagos", old: "kept" },
				percentComplete: 100,
			},
		});
		expect(await staff.entries()).toMatchObject([
			{ field: "phone", oldValue: '"0803 123 4567"', newValue: '"0805 765 4321"', username: staff.user.email },
			{ field: "address", oldValue: null, newValue: '"1 Broad Street\\nLagos"' },
		]);
		expect(await staff.log()).toMatchObject([
			{ type: "DATA_UPDATE", reason: "2 answers changed: Phone number, Home address", reviewedBy: "Hauwa Bello" },
		]);
		expect(await staff.events()).toMatchObject([
			{
				type: "applicants.form_updated",
				payload: { applicantIds: [staff.applicant.id], submissionId: staff.formId, fieldIds: ["phone", "address"] },
			},
		]);
		expect(await staff.person()).toMatchObject({
			version: 2,
			updatedAt: staff.clock.now(),
			lastReviewedAt: staff.clock.now(),
			lastReviewedBy: "Hauwa Bello",
		});
		expect(await staff.form()).toMatchObject({ designVersion: 1, updatedAt: staff.clock.now() });
	});

	it("distinguishes a field named like a repeat of another from that repeat", async () => {
		const text = (fieldId: string) => ({ fieldId, type: "text", props: { label: `The ${fieldId}` } });
		const rows = [
			{ id: "r", repeatable: true, cols: [text("prize")] },
			{ id: "own", cols: [text("prize__2")] },
		];
		const layout = { sections: [{ id: "s", title: "S", rows }] };
		const staff = await openEditFixture({ layout, data: { prize: "First", prize__2: "Own", prize__3: "Third" } });
		const response = await staff.put({ prize__2: "Mine" });
		expect(response).toMatchObject({ status: 200 });
		expect(response.body.data).toEqual({ prize: "First", prize__2: "Mine", prize__3: "Third" });
		expect((await staff.log())[0]?.reason).toBe("1 answer changed: The prize__2");
	});

	it("names five answers in the log, and the number of the others", async () => {
		const staff = await openEditFixture();
		await staff.put({
			surname: "Eze",
			phone: "08031234567",
			email: "a@b.example",
			score: 7,
			born: "2004-05-06",
			hostel: true,
		});
		expect((await staff.log())[0]?.reason).toBe(
			"6 answers changed: Surname, Phone number, The email, The score, The born, …",
		);
	});

	it("removes an empty answer", async () => {
		const staff = await openEditFixture({ data: { surname: "Okafor", phone: "0803 123 4567", hostel: true } });
		await staff.put({ phone: "", hostel: null });
		expect((await staff.form()).data).toEqual({ surname: "Okafor" });
		expect(await staff.entries()).toMatchObject([
			{ field: "phone", oldValue: '"0803 123 4567"', newValue: null },
			{ field: "hostel", oldValue: "true", newValue: null },
		]);
	});

	it.each([
		[
			{ score: 250, hostel: true },
			{ score: "250", hostel: "on" },
		],
		[{ origin: { state: "Lagos", lga: "Eti Osa" } }, { origin: { lga: "Eti Osa", state: "Lagos" } }],
		[{}, { phone: "", address: "  ", born: null }],
		[{ statement: "<p>One <strong>two</strong></p>" }, { statement: "<p>One <b>two</b></p>" }],
	])("records nothing for an equal answer in another notation: %j", async (held, sent) => {
		const staff = await openEditFixture({ data: { surname: "Okafor", ...held } });
		const before = await stateOf(staff);
		expect(await staff.put(sent)).toMatchObject({ status: 200, body: { version: 1 } });
		expect(await stateOf(staff)).toEqual(before);
	});

	it("stores answers in the format of their type", async () => {
		const staff = await openEditFixture();
		const response = await staff.put({
			surname: "  Oka\u0000for \u202e",
			score: "12.5",
			hostel: "false",
			born: "2004-05-06",
			origin: { state: "Kano", lga: "Dala", extra: "x" },
			aura: { colour: ["blue", 1] },
		});
		expect(response.body.data).toEqual({
			surname: "Okafor",
			score: 12.5,
			hostel: false,
			born: "2004-05-06",
			origin: { state: "Kano", lga: "Dala" },
			aura: { colour: ["blue", 1] },
		});
	});

	it("removes from rich text everything that can run", async () => {
		const staff = await openEditFixture();
		const { body } = await staff.put({
			statement: `<h3 style="text-align:center;position:fixed">Why</h3><p onclick="x()">a<script>alert(1)</script><img src=x onerror=alert(1)>
				<a href="javascript:alert(1)">b</a><a href="https://example.com" target="_top">c</a></p><iframe src="//x"></iframe><svg/onload=alert(1)>`,
		});
		const html = String(body.data?.statement);
		expect(html).not.toMatch(/script|onclick|onerror|onload|iframe|svg|img|position|target/i);
		expect(html).toContain('<h3 style="text-align:center">Why</h3>');
		expect(html).toContain('<a href="https://example.com" rel="noopener noreferrer nofollow">c</a>');
	});

	it("calculates the percentage, and submits the form only when nothing required is missing", async () => {
		const staff = await openEditFixture({ data: { phone: "08031234567" } });
		await testDb().update(submissions).set({ submittedAt: null }).where(eq(submissions.id, staff.formId));
		expect(await staff.put({ score: 5, percentComplete: 100 })).toMatchObject({
			status: 200,
			body: { percentComplete: 0 },
		});
		const refused = await staff.put({ score: 6, submit: true });
		expect(refused).toMatchObject({ status: 422, body: { code: "invalid", fields: { surname: ["Enter surname"] } } });
		expect(await staff.put({ surname: "Eze", submit: true })).toMatchObject({
			status: 200,
			body: { percentComplete: 100, submittedAt: staff.clock.now() },
		});
	});

	it("keeps the form's version of the layout", async () => {
		const staff = await openEditFixture();
		await testDb()
			.insert(formDesignVersions)
			.values({
				organisationId: staff.organisationId,
				formDesignId: staff.application.formDesignId,
				version: 2,
				layout: { sections: [] },
				createdAt: 1,
			});
		await staff.put({ phone: "08031234567" });
		expect((await staff.form()).designVersion).toBe(1);
	});

	it("refuses users who may only read", async () => {
		const staff = await openEditFixture({ privileges: ["candidate:r"] });
		expect(await staff.put({ phone: "08031234567" })).toMatchObject({ status: 403, body: { code: "forbidden" } });
		expect(await staff.entries()).toEqual([]);
	});

	it("adds and removes repeats", async () => {
		const staff = await openEditFixture({ data: { surname: "Okafor", school: "A" } });
		const added = await staff.put({ duplicateFields: { sections: { schools: 2 } }, school__2: "B", prize__2: "First" });
		expect(added.body).toMatchObject({ duplicateFields: { sections: { schools: 2 }, rows: {} } });
		expect((await staff.entries()).map(({ field, newValue }) => [field, newValue])).toEqual([
			["school__2", '"B"'],
			["prize__2", '"First"'],
			["duplicateFields", '{"sections":{"schools":2},"rows":{}}'],
		]);
		expect((await staff.log())[0]?.reason).toBe("2 answers changed: School (2), The prize (2)");
		const gone = await staff.put({ duplicateFields: { sections: { schools: 1 } }, school__2: null, prize__2: null });
		expect(gone.body).toMatchObject({
			data: { surname: "Okafor", school: "A" },
			duplicateFields: { sections: { schools: 1 } },
		});
	});

	it("distinguishes the second row of the first section from the first row of the second", async () => {
		const staff = await openEditFixture({ data: { surname: "Okafor", school: "A", school__2: "B", prize__2: "b1" } });
		const { body } = await staff.put({ duplicateFields: { rows: { prize: 2 } }, prize__1__2: "a2", prize__2: "b2" });
		expect(body.data).toMatchObject({ prize__1__2: "a2", prize__2: "b2" });
		expect((await staff.log())[0]?.reason).toBe("2 answers changed: The prize (1) (2), The prize (2)");
	});

	it("logs a change of repeats alone", async () => {
		const staff = await openEditFixture();
		await staff.put({ duplicateFields: { sections: { schools: 3 } } });
		expect((await staff.log())[0]?.reason).toBe("Repeated sections changed");
	});
});

describe("an error beside its field", () => {
	it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
		["a required answer that would be missing", { surname: "" }, { surname: ["Enter surname"] }],
		["an answer in the wrong format", { email: "ada@", phone: "x" }, { email: [/format/], phone: [/format/] }],
		["a place that does not exist", { origin: { state: "Lagos", lga: "Dala" } }, { origin: [/from the list/] }],
		["a field that the form does not have", { hacked: "x" }, { hacked: ["The form has no such field."] }],
		["a referee's field", { report: "<p>Splendid</p>" }, { report: ["The form has no such field."] }],
		["a name for a file", { certificate: "waec.pdf" }, { certificate: [/as a file/] }],
		["an answer of another shape", { surname: { a: 1 } }, { surname: [/must be text/] }],
		[
			"rich text that would take long to sanitise",
			{ statement: "<b>".repeat(13_400) },
			{ statement: [/can have at most 20,000 characters/] },
		],
		["an answer that is too long", { aura: "x".repeat(100_001) }, { aura: ["This is too long."] }],
		["one repeat too many", { duplicateFields: { sections: { schools: 10_000 } } }, { schools: [/at most 20 times/] }],
		["one row too many", { duplicateFields: { rows: { prize: 21 } } }, { prize: [/at most 20 times/] }],
		["half a repeat", { duplicateFields: { sections: { schools: 1.5 } } }, { schools: [/at most 20/] }],
		[
			"a section that cannot be repeated",
			{ duplicateFields: { sections: { personal: 2 } } },
			{ personal: [/cannot be repeated/] },
		],
		["an unknown section", { duplicateFields: { sections: { nowhere: 2 } } }, { nowhere: [/cannot be repeated/] }],
		["a repeat after a gap", { school__9: "x" }, { school__9: ["The form has no such field."] }],
		["another application's key", { applicationKey: "another" }, { applicationKey: [/not the form's/] }],
	])("is shown for %s", async (_name, data, fields) => {
		const staff = await openEditFixture();
		const before = await stateOf(staff);
		const response = await staff.put(data);
		expect([response.status, response.body.code]).toEqual([422, "invalid"]);
		expect(Object.keys(response.body.fields ?? {}).sort()).toEqual(Object.keys(fields).sort());
		for (const [fieldId, [message]] of Object.entries(fields as Record<string, [string | RegExp]>))
			expect(response.body.fields?.[fieldId]?.[0]).toMatch(message);
		expect(await stateOf(staff)).toEqual(before);
	});

	it("is shown for too many repeats, even when their answers arrive one by one", async () => {
		const staff = await openEditFixture();
		const schools = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`school__${index + 2}`, "x"]));
		const { status, body } = await staff.put(schools);
		expect(status).toBe(422);
		expect(Object.keys(body.fields ?? {})).toContain("school__21");
		expect(Object.keys(body.fields ?? {})).not.toContain("school__20");
	});

	it("is not shown for an unchanged answer that was wrong before", async () => {
		const staff = await openEditFixture({ data: { phone: "unknown", email: "none" } });
		expect((await staff.put({ score: 3 })).status).toBe(200);
		expect((await staff.put({ phone: "unknown", email: "nobody" })).body.fields).toEqual({
			email: [expect.any(String)],
		});
		expect(Object.keys((await staff.put({ score: 4, submit: true })).body.fields ?? {})).toEqual([
			"surname",
			"phone",
			"email",
		]);
	});
});

describe("a body", () => {
	const deep = `${"[".repeat(60_000)}${"]".repeat(60_000)}`;
	it.each([
		["that nests its answers a thousand deep", `{"applicationKey":"a","aura":${deep}}`, 422],
		["without an application's key", "{}", 422],
		["with an invalid version", '{"applicationKey":"a","version":0}', 422],
		["that is not JSON", "{", 400],
	])("%s is refused", async (_name, data, status) => {
		const staff = await openEditFixture();
		const form = new FormData();
		form.set("data", data);
		expect((await staff.call("PUT", `/forms/${staff.formId}`, { body: form })).status).toBe(status);
	});

	it("is read when it sends its JSON as a file", async () => {
		const staff = await openEditFixture();
		const form = new FormData();
		form.set("data", new Blob([JSON.stringify({ applicationKey: staff.application.id, surname: "Eze" })]));
		const response = await staff.call("PUT", `/forms/${staff.formId}`, { body: form });
		expect(response).toMatchObject({ status: 200, body: { data: { surname: "Eze" } } });
	});

	it("changes nothing with hostile field names", async () => {
		const staff = await openEditFixture();
		const form = new FormData();
		form.set(
			"data",
			`{"applicationKey":"${staff.application.id}","__proto__":{"surname":"x"},"constructor":{"a":1},"toString":"x"}`,
		);
		const response = await staff.call("PUT", `/forms/${staff.formId}`, { body: form });
		expect(response).toMatchObject({ status: 422, body: { fields: { toString: ["The form has no such field."] } } });
		expect((await staff.form()).data).toEqual({ surname: "Okafor" });
	});
});

describe("a form that a colleague saved first", () => {
	it("is not overwritten; both versions are returned", async () => {
		const staff = await openEditFixture();
		await staff.put({ version: 1, phone: "08031234567" }, { as: staff.colleagueHeaders });
		const before = await stateOf(staff);
		const response = await staff.put({ version: 1, phone: "08050000000" });
		expect(response).toMatchObject({
			status: 409,
			body: {
				code: "stale_form",
				details: {
					current: {
						data: { surname: "Okafor", phone: "08031234567" },
						version: 2,
						updatedAt: staff.clock.now(),
						by: "Emeka Obi",
					},
					attempted: { data: { phone: "08050000000" } },
				},
			},
		});
		expect(await stateOf(staff)).toEqual(before);
	});

	it("is saved once when two users save at the same time", async () => {
		const staff = await openEditFixture();
		const responses = await Promise.all(
			["08031111111", "08032222222", "08033333333"].map((phone) =>
				staff.put({ version: 1, phone }, { files: [["slip", fileOf("a.pdf", pdf(phone))]] }),
			),
		);
		expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
		expect(await staff.entries()).toHaveLength(2);
		expect(await staff.stored()).toHaveLength(1);
	});
});

describe("the update responds 404", () => {
	it("for another organisation's form, and for an unknown one", async () => {
		const [mine, theirs] = [await openEditFixture(), await openEditFixture()];
		const before = await stateOf(theirs);
		for (const id of [theirs.formId, "no-such-form"]) {
			const data = { applicationKey: theirs.application.id, surname: "Mine" };
			const response = await mine.send(`/forms/${id}`, { data, files: [["slip", fileOf("a.pdf", pdf())]] });
			expect(response).toMatchObject({ status: 404, body: { code: "not_found" } });
		}
		expect(await stateOf(theirs)).toEqual(before);
		expect(await mine.stored()).toEqual([]);
	});

	it("for a form whose applicant was deleted meanwhile", async () => {
		const staff = await openEditFixture();
		await testDb().delete(applicants).where(eq(applicants.id, staff.applicant.id));
		expect(await staff.put({ surname: "Eze" })).toMatchObject({ status: 404 });
	});
});

test("repeats the first response to a repeated request, applies it once, and refuses it with another file", async () => {
	const staff = await openEditFixture();
	const send = (text: string) =>
		staff.put({ phone: "08031234567" }, { key: "key-of-this-form", files: [["slip", fileOf("a.pdf", pdf(text))]] });
	const first = await send("one");
	const second = await send("one");
	expect(second.headers.get("idempotent-replayed")).toBe("true");
	expect(second.body).toEqual(first.body);
	expect(await send("two")).toMatchObject({ status: 422, body: { code: "key_reused" } });
	expect(await staff.log()).toHaveLength(1);
	expect(await staff.stored()).toHaveLength(1);
});

describe("a file", () => {
	it.each(goodFiles)("%s is attached as %s, under a generated key", async (name, mimetype, bytes) => {
		const staff = await openEditFixture();
		const { body } = await staff.put({}, { files: [["certificate", fileOf(`../../${name}`, bytes, "text/html")]] });
		expect(body.attachments).toMatchObject([
			{
				fieldId: "certificate",
				title: "The certificate",
				section: "Personal information",
				name,
				mimetype,
				size: bytes.length,
			},
		]);
		const [file] = await staff.files();
		expect(file?.objectKey).toMatch(new RegExp(`^${staff.organisationId}/forms/${staff.formId}/[\\w-]+\\.\\w+$`));
		const object = await env.FILES.get(file?.objectKey ?? "");
		expect(new Uint8Array((await object?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes);
		expect(await staff.entries()).toMatchObject([
			{ field: "certificate", oldValue: null, newValue: JSON.stringify([name]) },
		]);
	});

	it("replaces the field's former file, which is deleted from the store", async () => {
		const staff = await openEditFixture();
		await staff.put(
			{},
			{
				files: [
					["certificate", fileOf("one.pdf", pdf("1"))],
					["slip", fileOf("slip.pdf", pdf())],
				],
			},
		);
		const before = await staff.files();
		await staff.put({}, { files: [["certificate", fileOf("two.pdf", pdf("2"))]] });
		expect((await staff.files()).map(({ name }) => name).sort()).toEqual(["slip.pdf", "two.pdf"]);
		const gone = before.find(({ name }) => name === "one.pdf");
		expect(await staff.stored()).not.toContain(gone?.objectKey);
		expect(await staff.stored()).toEqual((await staff.files()).map(({ objectKey }) => objectKey).sort());
		expect((await staff.entries()).at(-1)).toMatchObject({ oldValue: '["one.pdf"]', newValue: '["two.pdf"]' });
	});

	it("takes with it the file name that an older form holds as the answer, without a line of its own in the log", async () => {
		const data = { surname: "Okafor", slip: "old-slip.pdf", certificate: "old.pdf", passport: "me.jpg" };
		const staff = await openEditFixture({ data });
		const { body } = await staff.put({}, { files: [["slip", fileOf("slip.pdf", pdf())]] });
		expect(body.data).toEqual({ surname: "Okafor", certificate: "old.pdf", passport: "me.jpg" });
		await staff.put({}, { files: [["certificate", fileOf("new.pdf", pdf("b"))]] });
		const ofSlip = (await staff.files()).filter(({ fieldId }) => fieldId === "slip").map(({ id }) => id);
		expect((await staff.put({ removedFiles: ofSlip })).body).toMatchObject({
			data: { surname: "Okafor", passport: "me.jpg" },
			attachments: [{ name: "new.pdf" }],
		});
		expect((await staff.entries()).map(({ field, newValue }) => [field, newValue])).toEqual([
			["slip", '["slip.pdf"]'],
			["certificate", '["new.pdf"]'],
			["slip", null],
		]);
	});

	it("is removed by its id; an unknown id is ignored", async () => {
		const staff = await openEditFixture();
		const { body } = await staff.put({}, { files: [["slip", fileOf("a.pdf", pdf())]] });
		const id = body.attachments?.[0]?.id;
		expect((await staff.put({ removedFiles: [id, "no-such-file"] })).body.attachments).toEqual([]);
		expect(await staff.stored()).toEqual([]);
	});

	it("stays in the store while others use it", async () => {
		const staff = await openEditFixture();
		await env.FILES.put("demo/photos/shared.jpg", jpeg());
		const { organisationId, formId: submissionId } = staff;
		await testDb().insert(attachments).values({
			organisationId,
			submissionId,
			id: "shared-photo",
			fieldId: "passport",
			title: "P",
			section: "S",
			name: "p.jpg",
			mimetype: "image/jpeg",
			size: 9,
			objectKey: "demo/photos/shared.jpg",
			createdAt: 1,
		});
		expect((await staff.put({}, { files: [["passport", fileOf("me.png", png())]] })).status).toBe(200);
		expect(await staff.files()).toHaveLength(1);
		expect(await env.FILES.head("demo/photos/shared.jpg")).not.toBeNull();
	});

	it("in the first picture field is the applicant's passport picture until it is removed", async () => {
		const staff = await openEditFixture();
		for (const bytes of [png(), jpeg(), png(3, 3)]) {
			await staff.put({}, { files: [["passport", fileOf("me", bytes)]] });
			expect((await staff.person()).photoKey).toBe((await staff.files())[0]?.objectKey);
		}
		await staff.put({ removedFiles: [(await staff.files())[0]?.id] });
		expect((await staff.person()).photoKey).toBeNull();
	});

	it("is refused by a field without files, by a picture field when it is no picture, and beyond the limit", async () => {
		const staff = await openEditFixture();
		const many = Array.from({ length: 6 }, (_, index) => ["slip", fileOf(`${index}.pdf`, pdf())] as const);
		const { status, body } = await staff.put(
			{},
			{
				files: [
					["surname", fileOf("a.pdf", pdf())],
					["nowhere", fileOf("a.pdf", pdf())],
					["passport", fileOf("a.pdf", pdf())],
					...many,
				],
			},
		);
		const twoFaces = ["a.png", "b.png"].map((name) => ["passport", fileOf(name, png())] as const);
		expect((await staff.put({}, { files: twoFaces })).body.fields).toEqual({ passport: ["Attach one picture only."] });
		expect(status).toBe(422);
		expect(body.fields).toEqual({
			surname: ["This field takes no file."],
			nowhere: ["This field takes no file."],
			passport: ["Choose a picture: JPEG or PNG."],
			slip: ["Attach at most 5 files."],
		});
		expect(await staff.stored()).toEqual([]);
	});

	it("is refused under another application's key", async () => {
		const staff = await openEditFixture();
		const form = new FormData();
		form.set("data", JSON.stringify({ applicationKey: staff.application.id }));
		form.set("another:slip", fileOf("a.pdf", pdf()));
		expect((await staff.call("PUT", `/forms/${staff.formId}`, { body: form })).status).toBe(422);
	});

	it("cannot be removed when it is required", async () => {
		const col = { fieldId: "slip", type: "file", props: { label: "Result slip", required: true } };
		const layout = { sections: [{ id: "s", title: "S", rows: [{ id: "r", cols: [col] }] }] };
		const staff = await openEditFixture({ layout, data: {} });
		await staff.put({}, { files: [["slip", fileOf("a.pdf", pdf())]] });
		const removedFiles = (await staff.files()).map(({ id }) => id);
		expect((await staff.put({ removedFiles })).body.fields).toEqual({ slip: ["Attach result slip"] });
		expect((await staff.put({ removedFiles }, { files: [["slip", fileOf("b.pdf", pdf("b"))]] })).status).toBe(200);
		expect(await staff.stored()).toHaveLength(1);
	});
});

test("refuses forty bad files, explains each beside its field, and stores nothing", async () => {
	expect(badFiles.length).toBeGreaterThanOrEqual(40);
	const staff = await openEditFixture();
	const before = await stateOf(staff);
	for (const [name, bytes] of badFiles) {
		const files = [
			["slip", fileOf("good.pdf", pdf())],
			["certificate", fileOf(name, bytes, "application/pdf")],
		] as const;
		for (const response of [await staff.put({ phone: "08031234567" }, { files }), await staff.draft({}, { files })]) {
			expect([name, response.status]).toEqual([name, 422]);
			expect(response.body.fields).toEqual({ certificate: [expect.stringMatching(/Choose/)] });
		}
	}
	const large = { files: [["slip", fileOf("a.pdf", new Uint8Array(10_000_001))]] } as const;
	const response = await staff.put({}, large);
	expect(response).toMatchObject({ status: 413, body: { code: "file_too_large" } });
	expect(response.body.fields).toEqual({ [`${staff.application.id}:slip`]: [expect.stringMatching(/10 MB/)] });
	expect(await stateOf(staff)).toEqual(before);
});

describe("an update is all or nothing", () => {
	it("when the commit fails", async () => {
		const staff = await openEditFixture();
		const before = await stateOf(staff);
		await env.DB.prepare(
			"CREATE TRIGGER refuse_entries BEFORE INSERT ON modification_entries BEGIN SELECT RAISE(ABORT, 'no room'); END",
		).run();
		try {
			const response = await staff.put({ phone: "08031234567" }, { files: [["passport", fileOf("a.png", png())]] });
			expect(response).toMatchObject({
				status: 500,
				body: { code: "form_update_failed", error: "Unable to update applicant details" },
			});
		} finally {
			await env.DB.prepare("DROP TRIGGER refuse_entries").run();
		}
		expect(await stateOf(staff)).toEqual(before);
	});

	it("when the store fails halfway", async () => {
		const staff = await openEditFixture();
		const before = await stateOf(staff);
		let puts = 0;
		const failing: Pick<R2Bucket, "put" | "delete"> = {
			put: async (...[key, value]: [string, Blob]) => {
				if (++puts === 2) throw new Error("The store is down.");
				return env.FILES.put(key, value);
			},
			delete: (keys) => env.FILES.delete(keys),
		} as Pick<R2Bucket, "put" | "delete">;
		const response = await staff.put(
			{ phone: "08031234567" },
			{
				files: [
					["slip", fileOf("a.pdf", pdf())],
					["certificate", fileOf("b.pdf", pdf())],
				],
				bindings: { FILES: failing as R2Bucket },
			},
		);
		expect(response).toMatchObject({ status: 500, body: { code: "form_update_failed" } });
		expect(puts).toBe(2);
		expect(await stateOf(staff)).toEqual(before);
	});

	it("and succeeds when the store cannot delete the replaced file", async () => {
		const staff = await openEditFixture();
		await staff.put({}, { files: [["slip", fileOf("a.pdf", pdf("a"))]] });
		const forgetful = {
			put: (key: string, value: Blob) => env.FILES.put(key, value),
			delete: async () => {
				throw new Error("The store is down.");
			},
		};
		const bindings = { FILES: forgetful as unknown as R2Bucket };
		expect((await staff.put({}, { files: [["slip", fileOf("b.pdf", pdf("b"))]], bindings })).status).toBe(200);
		expect((await staff.files()).map(({ name }) => name)).toEqual(["b.pdf"]);
	});

	it("and keeps the file of a commit whose response was lost", async () => {
		const staff = await openEditFixture();
		let isPut = false;
		const put = async (...file: Parameters<R2Bucket["put"]>) => {
			isPut = true;
			return env.FILES.put(...file);
		};
		const batch = async (statements: D1PreparedStatement[]) => {
			const results = await env.DB.batch(statements);
			if (isPut) throw new Error("connection lost");
			return results;
		};
		const bindings = { FILES: replacing(env.FILES, { put }), DB: replacing(env.DB, { batch }) };
		const response = await staff.put({}, { files: [["slip", fileOf("a.pdf", pdf("a"))]], bindings });
		expect(response.status).toBe(500);
		expect(await staff.stored()).toEqual((await staff.files()).map(({ objectKey }) => objectKey));
		expect(await staff.stored()).toHaveLength(1);
	});
});

test("returns the application's key with a form to every reader", async () => {
	const organisation = await createOrganisation();
	const application = await createApplication(organisation.id);
	const applicant = await createApplicant(application);
	const staff = await openEditFixture();
	expect((await staff.call("GET", `/forms/${staff.formId}`)).body.applicationKey).toBe(staff.application.id);
	expect((await staff.call("GET", `/forms/${applicant.submissionId}`)).status).toBe(404);
});
