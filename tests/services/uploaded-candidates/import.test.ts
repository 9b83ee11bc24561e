import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { deliverJobs } from "#tests/events/delivery";
import { type ImportFixture, openImportFixture, workbookOf } from "#tests/services/uploaded-candidates/import-fixture";
import { createApplicant, testDb } from "#tests/support/factories";
import { applicantKeysOf } from "#worker/contract/identity-keys";
import { importRows } from "#worker/database/schema/imports";
import { events } from "#worker/database/schema/records";
import { groupCandidates, identityKeys } from "#worker/database/schema/uploaded-candidates";
import { listRefusals } from "#worker/gateways/spreadsheets/list-limits";
import { readListRows } from "#worker/gateways/spreadsheets/read-list";

let fixture: ImportFixture;
beforeAll(async () => {
	fixture = await openImportFixture();
});

const heading = "JAMB Reg No,Surname,First Name,Gender,Date of birth,Phone,Email,UTME Score,Remarks";
const person = (n: number, more = "") =>
	`2026000${n}AB,Obi,Person${n},F,2008-01-${String(n).padStart(2, "0")},0803000000${n},p${n}@mail.example,200,${more}`;

/** Creates an applicant who has applied, with the answers that identify a candidate. */
const createKnownApplicant = async (named: Parameters<typeof createApplicant>[1], examNumber?: string) => {
	const applicant = await createApplicant(fixture.application, named);
	const keys = applicantKeysOf(applicant, { sections: [] }, {});
	const known = [...keys, ...(examNumber ? [`exam:${examNumber}`] : [])];
	await testDb()
		.insert(identityKeys)
		.values(
			known.map((key) => ({
				organisationId: applicant.organisationId,
				scope: fixture.application.id,
				key,
				ownerId: applicant.id,
			})),
		);
	return applicant;
};

describe("an uploaded list", () => {
	it("is read, its columns suggested, its rows compared, and added with what is new and known", async () => {
		const group = await fixture.createGroup("Whole way");
		await fixture.importList(group, "first.csv", `${heading}\n${person(1)}\n${person(2)}\n`);
		const applied = await createKnownApplicant({ firstName: "Bola", email: "p5@mail.example" });
		const rows = [
			"JOINT ADMISSIONS AND MATRICULATION BOARD,,,,,,,,",
			heading,
			person(1),
			person(2).replace("08030000002", "08039999999"),
			person(3),
			person(3, "again"),
			person(4).replace("08030000004", "08030000001"),
			person(5),
			person(6).replace(",200,", ",900,").replace("p6@mail.example", "p6"),
			",Nobody,,,,,,,",
			person(7).replace("p7@", "P3@"),
		];
		const { status, body } = await fixture.upload(group, "second.csv", `${rows.join("\r\n")}\r\n`);
		expect([status, body.status]).toEqual([201, "reading"]);
		await fixture.work();
		const read = await fixture.readImport(body);
		expect(read).toMatchObject({ status: "mapping", rows: 9, task: { status: "SUCCESS", done: 9, total: 9 } });
		expect(read.columns?.map(({ field }) => field)).toEqual([
			"examNumber",
			"lastName",
			"firstName",
			"sex",
			"birthDate",
			"phone",
			"email",
			"score",
			"",
		]);
		expect(read.columns?.[7]).toEqual({ header: "UTME Score", samples: ["200", "900"], field: "score" });
		expect((await env.FILES.list({ prefix: `uploads/${fixture.organisation.id}` })).objects).toEqual([]);

		await fixture.check(body);
		const counts = { unchanged: 1, updated: 1, new: 1, wrong: 3, duplicate: 3 };
		expect(await fixture.readImport(body)).toMatchObject({ status: "ready", counts });
		const { data } = await fixture.rows(body);
		expect(data.map(({ rowNumber, outcome, reasons }) => [rowNumber, outcome, ...reasons])).toEqual([
			[3, "unchanged"],
			[4, "updated", "Phone: 08030000002 becomes 08039999999."],
			[5, "new", "Check the JAMB number: “20260003AB” has not 12 digits and 2 letters."],
			[6, "wrong", "Row 5 of this file has the same JAMB number."],
			[7, "duplicate", "The same phone as Person1 Obi (20260001AB), in this group."],
			[8, "duplicate", `The same email as Bola Chinonso Okafor (${applied.applicationNumber}), who has applied.`],
			[9, "wrong", "“900” is not a score from 0 to 400.", "“p6” is not an email address."],
			[10, "wrong", "The JAMB number is missing."],
			[11, "duplicate", "The same email as row 5 of this file."],
		]);
		expect(await fixture.rows(body, "&outcome=wrong")).toMatchObject({ resultTotal: 3 });

		expect((await fixture.add(body)).status).toBe(202);
		expect(await fixture.readImport(body)).toMatchObject({
			status: "added",
			counts: { ...counts, added: 2, failed: 0 },
		});
		expect(await fixture.group(group)).toMatchObject({ candidates: 3, applied: 0 });
		const found = await fixture.candidates(group, "&keyword=person2");
		expect(found).toMatchObject({ resultTotal: 1, data: [{ data: { phone: "08039999999", score: "200" } }] });
		expect((await fixture.add(body)).body).toMatchObject({ code: "import_elsewhere" });

		const file = await fixture.request(`${fixture.pathOf(body)}/failed-rows`);
		expect(file.headers.get("content-disposition")).toContain("second (not added).xlsx");
		const back: string[][] = [];
		for await (const { cells } of readListRows(new Uint8Array(await file.arrayBuffer()), "xlsx")) back.push(cells);
		expect(back).toHaveLength(7);
		expect(back[0]).toEqual([...heading.split(","), "Error"]);
		expect(back[1]?.slice(-2)).toEqual(["again", "Row 5 of this file has the same JAMB number."]);

		const path = `manage-candidates/${group.id}/imports/${body.id}`;
		const notices = (await fixture.notices()).filter((notice) => notice.path === path);
		expect(
			notices.map(({ type, status }) => `${type} ${status}`),
			"one for all steps",
		).toEqual(["CANDIDATE_IMPORT SUCCESS"]);
		const logged = await testDb().select().from(events).where(eq(events.organisationId, fixture.organisation.id));
		expect(logged.map(({ type, payload }) => ({ type, payload }))).toContainEqual({
			type: "candidates.imported",
			payload: {
				importId: body.id,
				fileName: "second.csv",
				groupId: group.id,
				groupName: "Whole way",
				added: 2,
				failed: 0,
			},
		});
	});

	it("is read from a workbook, and its columns are suggested as they were chosen before", async () => {
		const group = await fixture.createGroup("Workbook");
		const list = await workbookOf([
			["Cand Nr", "Whole", "Tel"],
			["20267770AB", "BELLO, Hauwa Aisha", 8031234567],
			["20267780CD", '=HYPERLINK("x")', "0803-111"],
		]);
		const { body } = await fixture.upload(group, "list.xlsx", list);
		await fixture.work();
		expect((await fixture.readImport(body)).columns?.map(({ field }) => field)).toEqual(["examNumber", "", "phone"]);
		const refused = await fixture.check(body, ["examNumber", "", "examNumber"]);
		expect(refused).toMatchObject({
			status: 422,
			body: {
				fields: {
					"column-2": ["“Cand Nr” is already used for this."],
					columns: ["Choose which column holds the name."],
				},
			},
		});
		await fixture.check(body, ["examNumber", "fullName", "phone"]);
		expect((await fixture.rows(body)).data.map(({ data }) => data)).toEqual([
			{ examNumber: "20267770AB", lastName: "BELLO", firstName: "Hauwa", middleName: "Aisha", phone: "08031234567" },
			expect.objectContaining({ lastName: '=HYPERLINK("x")' }),
		]);
		const next = await fixture.upload(group, "again.xlsx", list);
		await fixture.work();
		expect((await fixture.readImport(next.body)).columns?.map(({ field }) => field)).toEqual([
			"examNumber",
			"fullName",
			"phone",
		]);
	});

	it("cannot be continued after it was discarded", async () => {
		const group = await fixture.createGroup("Discarded");
		const { body } = await fixture.upload(group, "a.csv", `${heading}\n${person(1)}\n`);
		expect((await fixture.call("DELETE", fixture.pathOf(body))).status).toBe(200);
		await fixture.work();
		expect(await fixture.readImport(body)).toMatchObject({ status: "discarded", task: { status: "SUCCESS" } });
		expect((await fixture.call("DELETE", fixture.pathOf(body))).body).toMatchObject({ code: "import_elsewhere" });
	});

	it.each([
		["empty.csv", "", listRefusals.empty],
		["list.xlsx", "a,b\n1,2\n", listRefusals.textNamedWorkbook],
		["list.pdf", "%PDF-1.7\n%%EOF\n", listRefusals.notAList],
	])("%s is refused beside its field before anything is stored", async (name, content, refusal) => {
		const group = await fixture.createGroup(`Refused ${name}`);
		const { status, body } = await fixture.upload(group, name, content);
		expect([status, body]).toMatchObject([422, { fields: { file: [refusal] } }]);
	});

	it.each([
		["heading.csv", "JAMB,Surname\n", listRefusals.noRows],
		["many.csv", `JAMB,Surname\n${"1,2\n".repeat(1_000_000)}`, listRefusals.tooManyRows],
	])("%s is refused when it is read, and says so", async (name, content, refusal) => {
		const group = await fixture.createGroup(`Unread ${name}`);
		const { body } = await fixture.upload(group, name, content);
		await fixture.work();
		expect(await fixture.readImport(body)).toMatchObject({ status: "refused", refusal, task: { status: "FAILED" } });
		expect(await testDb().select().from(importRows).where(eq(importRows.importId, body.id))).toEqual([]);
	});
});

describe("a task that is delivered again, or interrupted", () => {
	it("prepares, checks, adds and undoes nothing twice", async () => {
		const group = await fixture.createGroup("Twice");
		const lines = Array.from({ length: 700 }, (_, n) => `T2026${n}XY,Eze,Ada${n},0805${String(n).padStart(7, "0")}`);
		const { body } = await fixture.upload(group, "twice.csv", `JAMB,Surname,First name,Phone\n${lines.join("\n")}`);
		const twice = async () => {
			const jobs = fixture.queues.sentJobs.splice(0);
			await Promise.all(
				[1, 2].map(() => deliverJobs(jobs, { clock: fixture.clock, bindings: fixture.queues.bindings })),
			);
			await deliverJobs([...jobs, ...fixture.queues.sentJobs.splice(0)], {
				clock: fixture.clock,
				bindings: fixture.queues.bindings,
			});
		};
		await twice();
		expect(await fixture.readImport(body)).toMatchObject({ status: "mapping", rows: 700, task: { done: 700 } });
		const columns = (await fixture.readImport(body)).columns?.map(({ field }) => field);
		await fixture.call("PUT", `${fixture.pathOf(body)}/columns`, { columns });
		await twice();
		expect(await fixture.readImport(body)).toMatchObject({ status: "ready", counts: { new: 700 } });
		await fixture.call("POST", `${fixture.pathOf(body)}/add`, { addDuplicates: false });
		await twice();
		expect(await fixture.readImport(body)).toMatchObject({ status: "added", counts: { added: 700, failed: 0 } });
		expect(await fixture.group(group)).toMatchObject({ candidates: 700 });
		const scopes = await testDb().select().from(identityKeys).where(eq(identityKeys.scope, body.id));
		expect(scopes, "the identity keys of the rows are deleted").toEqual([]);
		await fixture.call("POST", `${fixture.pathOf(body)}/undo`);
		await twice();
		expect(await fixture.readImport(body)).toMatchObject({ status: "undone", counts: { undone: 700, kept: 0 } });
		expect(await fixture.group(group)).toMatchObject({ candidates: 0 });
	});
});

describe("an import that is undone", () => {
	it("removes new candidates, restores updated ones, and keeps those changed since", async () => {
		const group = await fixture.createGroup("Undone");
		const first = await fixture.importList(group, "first.csv", `${heading}\n${person(1)}\n${person(2)}\n`);
		const changes = [person(2).replace("p2@", "new2@"), person(3)];
		const second = await fixture.importList(group, "second.csv", `${heading}\n${changes.join("\n")}\n`);
		expect(await fixture.group(group)).toMatchObject({ candidates: 3 });
		await fixture.undo(first);
		expect(await fixture.readImport(first)).toMatchObject({ status: "undone", counts: { undone: 1, kept: 1 } });
		expect((await fixture.rows(first, "&state=kept")).data).toMatchObject([
			{
				reasons: [
					"Kept as they are: a later import or a correction has changed this candidate. Undo a later import first.",
				],
			},
		]);
		await fixture.undo(second);
		expect(await fixture.readImport(second)).toMatchObject({ status: "undone", counts: { undone: 2, kept: 0 } });
		const { data } = await fixture.candidates(group);
		expect(data.map(({ data: { email } }) => email)).toEqual(["p2@mail.example"]);
		expect((await fixture.undo(second)).body).toMatchObject({ code: "import_elsewhere" });
		const keys = await testDb().select().from(identityKeys).where(eq(identityKeys.scope, group.id));
		expect(keys.map(({ key }) => key).sort()).toEqual([
			"email:p2@mail.example",
			"exam:20260002ab",
			"person:obi person2|2008-01-02",
			"phone:8030000002",
		]);
	});

	it("is refused while another import of the group is running", async () => {
		const group = await fixture.createGroup("Busy");
		const first = await fixture.importList(group, "first.csv", `${heading}\n${person(1)}\n`);
		const { body: second } = await fixture.upload(group, "second.csv", `${heading}\n${person(2)}\n`);
		await fixture.work();
		await fixture.check(second);
		await fixture.call("POST", `${fixture.pathOf(second)}/add`, { addDuplicates: false });
		expect((await fixture.call<{ code?: string }>("POST", `${fixture.pathOf(first)}/undo`)).body.code).toBe(
			"import_elsewhere",
		);
		await fixture.work();
		expect((await fixture.undo(first)).status).toBe(202);
	});
});

it("links an applicant to their candidate, whichever was added first", async () => {
	const [early, late] = ["20261111EA", "20262222LA"];
	const applicant = await createKnownApplicant({ firstName: "Early" }, early.toLowerCase());
	const group = await fixture.createGroup("Applied");
	const list = `JAMB,Surname\n${early},Early\n${late},Late\n`;
	const { body } = await fixture.upload(group, "a.csv", list);
	await fixture.work();
	await fixture.check(body);
	expect(await fixture.readImport(body)).toMatchObject({ counts: { duplicate: 1, new: 1 } });
	await fixture.add(body, true);
	expect(await fixture.group(group)).toMatchObject({ candidates: 2, applied: 1 });
	const latecomer = await createKnownApplicant({ firstName: "Late" }, late.toLowerCase());
	const { data } = await fixture.candidates(group);
	expect(data.map(({ applicantId }) => applicantId)).toEqual([applicant.id, latecomer.id]);
	const statistics = `/statistics/preloaded-candidates?applicationId=${fixture.application.id}`;
	expect((await fixture.call<{ actual: number }>("GET", statistics)).body.actual).toBe(2);
	await fixture.call("PUT", `/candidate-groups/${group.id}`, { name: "Applied", applicationId: null });
	expect(await fixture.group(group)).toMatchObject({ applied: 0, application: null });
	await testDb()
		.delete(groupCandidates)
		.where(and(eq(groupCandidates.organisationId, fixture.organisation.id), eq(groupCandidates.groupId, group.id)));
	expect(await fixture.group(group)).toMatchObject({ candidates: 0 });
});
