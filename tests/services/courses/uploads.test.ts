import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { and, count, eq } from "drizzle-orm";
import { readXlsx, writeXlsx } from "hucre/xlsx";
import { beforeAll, describe, expect, it } from "vitest";
import { deliverJobs, keepingQueues } from "#tests/events/delivery";
import { testClock } from "#tests/support/clock";
import {
	createApplicant,
	createApplication,
	createCourse,
	createOrganisation,
	createStructure,
	createUser,
	signIn,
	testDb,
} from "#tests/support/factories";
import { wrongKeys } from "#tests/support/name-keys";
import { replacing } from "#tests/support/replacing";
import { applicationCourses } from "#worker/database/schema/applications";
import { userRoles } from "#worker/database/schema/auth";
import { events, recordChanges } from "#worker/database/schema/records";
import { adminLevelItems, courses } from "#worker/database/schema/structure";
import { listRefusals } from "#worker/gateways/spreadsheets/list-limits";
import { readListRows } from "#worker/gateways/spreadsheets/read-list";
import { createServices } from "#worker/services/app";
import type { CourseUpload, CourseUploadRow } from "#worker/services/courses/uploads.contract";

const codeTaken = "Course code already exists";
const queues = keepingQueues();
const clock = testClock();
const app = createServices(clock);

type Signed = Awaited<ReturnType<typeof openFixture>>;

/** Signs a user in who may upload courses; background work runs when the test says so. */
const openFixture = async (
	organisationId?: string,
	privileges: Parameters<typeof createUser>[0]["privileges"] = ["course:c", "course:r"],
) => {
	const id = organisationId ?? (await createOrganisation()).id;
	const user = await createUser({ organisationId: id, privileges });
	const { headers } = await signIn(user, clock.now());
	const request = async (path: string, init: RequestInit = {}) => {
		const ctx = createExecutionContext();
		const sent = new Request(`https://portal.test/api${path}`, { ...init, headers: { ...headers, ...init.headers } });
		const response = await app.fetch(sent, { ...env, ...queues.bindings }, ctx);
		await waitOnExecutionContext(ctx);
		return response;
	};
	const upload = async (name: string, content: string | Uint8Array<ArrayBuffer>) => {
		const form = new FormData();
		form.set("data", JSON.stringify({ name }));
		form.set("file", new File([content], name));
		const response = await request("/courses/bulk", { method: "POST", body: form });
		return { status: response.status, body: await response.json<CourseUpload & { fields: object }>() };
	};
	const read = async ({ id }: { id: string }) => (await request(`/courses/bulk/${id}`)).json<CourseUpload>();
	const add = async ({ id }: { id: string }) => {
		const response = await request(`/courses/bulk/${id}/add`, { method: "POST" });
		return { status: response.status, body: await response.json<CourseUpload & { code: string }>() };
	};
	const rows = async ({ id }: { id: string }, search = "") =>
		(await request(`/courses/bulk/${id}/rows?size=100${search}`)).json<{
			data: CourseUploadRow[];
			resultTotal: number;
		}>();
	const codes = async () =>
		(
			await testDb()
				.select({ code: courses.code })
				.from(courses)
				.where(eq(courses.organisationId, id))
				.orderBy(courses.code)
		).map(({ code }) => code);
	return { organisationId: id, user, request, upload, read, add, rows, codes };
};

const work = async () => {
	for (let jobs = queues.sentJobs.splice(0); jobs.length > 0; jobs = queues.sentJobs.splice(0))
		await deliverJobs(jobs, { clock, bindings: queues.bindings });
};

const workbookOf = async (rows: readonly (readonly string[])[]) =>
	Uint8Array.from(await writeXlsx({ sheets: [{ name: "List", rows: rows.map((cells) => [...cells]) }] }));

const textsOf = async (bytes: Uint8Array<ArrayBuffer>) => {
	const rows: string[][] = [];
	for await (const { cells } of readListRows(bytes, "xlsx")) rows.push(cells);
	return rows;
};

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

let one: Signed;
let departmentId: string;
beforeAll(async () => {
	one = await openFixture();
	({ departmentId } = await createStructure(one.organisationId));
});

describe("an uploaded list of courses", () => {
	it("is refused a code that another has in any case of any letter", async () => {
		const two = await openFixture();
		await createCourse(two.organisationId, { code: "AAA", title: "There already" });
		const made = await two.upload("courses.csv", "Code,Title\nÌLỌ́,Ẹ̀KỌ́ of Physics\n");
		await work();
		await two.add(made.body);
		await work();
		const decomposed = "ìlọ́".normalize("NFD");
		const again = await two.upload(
			"courses.csv",
			`Code,Title\nìlọ́,One\n${decomposed},Two\nỌ̀YỌ́,Three\n${"ọ̀yọ́".normalize("NFD")},Four\n`,
		);
		await work();
		const { data } = await two.rows(again.body);
		expect(data.map(({ course, reason }) => [course.title, reason])).toEqual([
			["One", codeTaken],
			["Two", codeTaken],
			["Three", null],
			["Four", codeTaken],
		]);
		await two.add(again.body);
		await work();
		const found = await (await two.request(`/courses?search=${encodeURIComponent("ẹ̀kọ́ ìlọ́")}`)).json();
		expect(found).toMatchObject({ data: [{ code: "ÌLỌ́", title: "Ẹ̀KỌ́ of Physics" }] });
		expect(await wrongKeys()).toEqual([]);
	});

	it("is checked, shows each failure with its reason, adds the others, and gives the failed rows back", async () => {
		await createCourse(one.organisationId, { code: "AAA", title: "There already" });
		const { status, body } = await one.upload(
			"courses.csv",
			[
				"All our courses,,,",
				"Course code,Course title,Part of,Status,Remark",
				"bbb,Biology,Department of Physics,active,first",
				"aaa,Agriculture,,,there",
				"BBB,Biology again,,,twice",
				"ccc,Chemistry,Faculty of Science › Department of Physics,Disabled,by path",
				`${"d".repeat(21)},Too long,,,code`,
				"eee,,,,no title",
				"fff,Films,Nowhere,,place",
				"ggg,Geography,,sometimes,status",
			].join("\r\n"),
		);
		expect([status, body.status]).toEqual([201, "reading"]);
		await work();
		const ready = await one.read(body);
		expect(ready).toMatchObject({ status: "ready", rows: 8, counts: { new: 2, wrong: 6 } });
		expect(await one.codes()).toEqual(["AAA"]);
		const failures = await one.rows(body, "&outcome=wrong");
		expect(failures.resultTotal).toBe(6);
		expect(failures.data.map(({ rowNumber, course, reason }) => [rowNumber, course.code, reason])).toEqual([
			[4, "AAA", codeTaken],
			[5, "BBB", codeTaken],
			[7, "d".repeat(21), "Code: Enter at most 20 characters."],
			[8, "EEE", "Title: Enter a title"],
			[9, "FFF", "Part of: “Nowhere” does not exist."],
			[10, "GGG", "Status: The status must be active or disabled."],
		]);
		expect((await one.add(body)).status).toBe(202);
		await work();
		expect(await one.read(body)).toMatchObject({ status: "added", counts: { new: 2, wrong: 6, added: 2, failed: 0 } });
		const found = await testDb().select().from(courses).where(eq(courses.organisationId, one.organisationId));
		expect(found.map(({ code, title, status, adminLevelItemId }) => [code, title, status, adminLevelItemId])).toEqual(
			expect.arrayContaining([
				["BBB", "Biology", "active", departmentId],
				["CCC", "Chemistry", "disabled", departmentId],
			]),
		);
		const biology = found.find(({ code }) => code === "BBB");
		const history = await (await one.request(`/courses/${biology?.id}/history`)).json();
		expect(history).toMatchObject({ data: [{ action: "created", before: null, after: { code: "BBB" } }] });
		const failed = await one.request(`/courses/bulk/${body.id}/failed-rows`);
		expect(failed.headers.get("content-disposition")).toContain("courses (not added).xlsx");
		const workbook = await bytesOf(failed);
		const { sheets } = await readXlsx(workbook, { readStyles: true });
		const formats = [...(sheets[0]?.cells?.values() ?? [])].map(({ style }) => style?.numFmt);
		expect([formats.length, new Set(formats)], "007 stays 007 when it is typed").toEqual([42, new Set(["@"])]);
		const texts = await textsOf(workbook);
		expect(texts[0]).toEqual(["Course code", "Course title", "Part of", "Status", "Remark", "Error"]);
		expect(texts).toHaveLength(7);
		expect(texts[1]).toEqual(["aaa", "Agriculture", "", "", "there", codeTaken]);
	});

	it("goes in again with its failures mended, as the workbook that came back", async () => {
		const two = await openFixture();
		const { body } = await two.upload("a.csv", "Code,Title\nX1,First\nX1,Second\n");
		await work();
		await two.add(body);
		await work();
		const [heading = [], row = []] = await textsOf(
			await bytesOf(await two.request(`/courses/bulk/${body.id}/failed-rows`)),
		);
		const again = await two.upload("b.xlsx", await workbookOf([heading, ["X2", ...row.slice(1)]]));
		await work();
		expect(await two.read(again.body)).toMatchObject({ status: "ready", counts: { new: 1 } });
		await two.add(again.body);
		await work();
		expect(await two.codes()).toEqual(["X1", "X2"]);
	});

	it("of 20,000 rows, 3,000 of which fail, adds 17,000 once, though every message comes twice", async () => {
		const two = await openFixture();
		const lines = Array.from({ length: 20_000 }, (_, n) =>
			n % 20 < 3 ? `K${n - (n % 20) + 5},Twice ${n}` : `K${n},Course ${n}`,
		);
		// why the order: the first row with a code is added, and the later ones fail.
		lines.sort((a, b) => Number(a.includes("Twice")) - Number(b.includes("Twice")));
		const { body } = await two.upload("many.csv", `Code,Title\n${lines.join("\n")}\n`);
		const workTwice = async () => {
			for (let jobs = queues.sentJobs.splice(0); jobs.length > 0; jobs = queues.sentJobs.splice(0))
				await deliverJobs([...jobs, ...jobs], { clock, bindings: queues.bindings });
		};
		await workTwice();
		expect(await two.read(body)).toMatchObject({
			status: "ready",
			rows: 20_000,
			counts: { new: 17_000, wrong: 3_000 },
		});
		await two.add(body);
		await workTwice();
		expect(await two.read(body)).toMatchObject({ status: "added", counts: { added: 17_000, failed: 0 } });
		const counted = async (
			table: typeof courses | typeof recordChanges | typeof events,
			more = eq(table.organisationId, two.organisationId),
		) => (await testDb().select({ rows: count() }).from(table).where(more))[0]?.rows;
		expect(await counted(courses)).toBe(17_000);
		expect(await counted(recordChanges)).toBe(17_000);
		expect(
			await counted(events, and(eq(events.organisationId, two.organisationId), eq(events.type, "courses.imported"))),
		).toBe(1);
		const failed = await textsOf(await bytesOf(await two.request(`/courses/bulk/${body.id}/failed-rows`)));
		expect(failed).toHaveLength(3_001);
		expect(new Set(failed.slice(1).map((cells) => cells.at(-1)))).toEqual(new Set([codeTaken]));
	}, 120_000);

	it("fails a code that somebody took after the check, and adds the rest", async () => {
		const two = await openFixture();
		const { body } = await two.upload("a.csv", "Code,Title\nT1,First\nT2,Second\n");
		await work();
		await createCourse(two.organisationId, { code: "T1" });
		await two.add(body);
		await work();
		expect(await two.read(body)).toMatchObject({ status: "added", counts: { new: 2, added: 1, failed: 1 } });
		const { data } = await two.rows(body, "&state=failed");
		expect(data).toMatchObject([{ course: { code: "T1" }, reason: codeTaken }]);
	});

	it("is added once, and by nobody else's institution", async () => {
		const { body } = await one.upload("a.csv", "Code,Title\nONCE,First\n");
		await work();
		const other = await openFixture();
		for (const path of ["", "/rows", "/failed-rows"])
			expect((await other.request(`/courses/bulk/${body.id}${path}`)).status).toBe(404);
		expect((await other.add(body)).status).toBe(404);
		expect((await one.add(body)).status).toBe(202);
		expect((await one.add(body)).body.code).toBe("import_elsewhere");
		await work();
		expect((await one.request(`/courses/bulk/${body.id}`, { method: "DELETE" })).status).toBe(409);
		const readsOnly = await openFixture(one.organisationId, ["course:r", "candigroup:r", "candigroup:u"]);
		expect((await readsOnly.request(`/courses/bulk/${body.id}`)).status).toBe(403);
		for (const group of ["courses", "%3Acourses"])
			expect((await readsOnly.request(`/candidate-groups/${group}/imports/${body.id}`)).status).not.toBe(200);
	});

	it("with nothing to add says so, and can be discarded", async () => {
		const { body } = await one.upload("a.csv", "Code,Title\nAAA,There already\n");
		await work();
		expect((await one.add(body)).body).toMatchObject({ code: "import_adds_nothing" });
		expect((await one.request(`/courses/bulk/${body.id}`, { method: "DELETE" })).status).toBe(200);
		expect((await one.read(body)).status).toBe("discarded");
	});

	it.each([
		["of pictures", "a.png", "\u0089PNG", listRefusals.notAList],
		["that is empty", "a.csv", "", listRefusals.empty],
		["named otherwise", "a.pdf", "Code,Title\nA,B\n", listRefusals.notAList],
	])("%s is refused beside its field", async (_, name, content, refusal) => {
		const { status, body } = await one.upload(name, content);
		expect([status, body.fields]).toEqual([422, { file: [refusal] }]);
	});

	it("without a column of codes is refused, and says which", async () => {
		const { body } = await one.upload("a.csv", "Title,Remark\nBiology,x\n");
		await work();
		expect(await one.read(body)).toMatchObject({
			status: "refused",
			refusal: "The list has no column “Code”. Use the headings of the template.",
		});
	});
});

describe("undoing an upload of courses", () => {
	const offer = ({ organisationId, id }: { organisationId: string; id: string }, courseId: string) =>
		testDb().insert(applicationCourses).values({ organisationId, applicationId: id, courseId });

	/** Uploads courses with these codes and adds them. */
	const uploaded = async (codes: readonly string[]) => {
		const user = await openFixture(undefined, ["course:c", "course:r", "course:u", "course:d"]);
		const { body } = await user.upload(
			"a.csv",
			`Code,Title\n${codes.map((code) => `${code},About ${code}`).join("\n")}\n`,
		);
		await work();
		await user.add(body);
		await work();
		const all = await testDb().select().from(courses).where(eq(courses.organisationId, user.organisationId));
		const idOf = (code: string) => all.find((one) => one.code === code)?.id ?? "";
		const undo = () => user.request(`/courses/bulk/${body.id}/undo`, { method: "POST" });
		return { ...user, body, idOf, undo };
	};

	it("deletes what nothing uses and nobody has changed, and says of the others why they are kept", async () => {
		const one = await uploaded(["FREE", "USED", "HELD", "EDIT", "GONE"]);
		const { organisationId, idOf } = one;
		const two = await createApplication(organisationId, { title: "Degrees 2027", courseCount: 1 });
		await offer(two, idOf("USED"));
		await createApplicant(two, { courseId: idOf("HELD") });
		const edited = { code: "EDIT", title: "Edited", status: "active" };
		const put = { method: "PUT", body: JSON.stringify(edited), headers: { "content-type": "application/json" } };
		expect((await one.request(`/courses/${idOf("EDIT")}`, put)).status).toBe(200);
		expect((await one.request(`/courses/${idOf("GONE")}`, { method: "DELETE" })).status).toBe(200);

		const begun = await one.undo();
		expect([begun.status, await begun.json()]).toMatchObject([202, { status: "undoing" }]);
		for (let jobs = queues.sentJobs.splice(0); jobs.length > 0; jobs = queues.sentJobs.splice(0))
			await deliverJobs([...jobs, ...jobs], { clock, bindings: queues.bindings });
		expect(await one.read(one.body)).toMatchObject({ status: "undone", counts: { added: 5, undone: 1, kept: 4 } });
		const codes = ["FREE", "USED", "HELD", "EDIT", "GONE"];
		expect((await one.codes()).filter((code) => codes.includes(code))).toEqual(["EDIT", "HELD", "USED"]);
		const { data } = await one.rows(one.body, "&state=kept");
		const [editor] = await testDb()
			.select()
			.from(recordChanges)
			.where(eq(recordChanges.recordId, idOf("EDIT")));
		expect(data.map(({ course, reason }) => [course.code, reason])).toEqual([
			["USED", "In use: “Degrees 2027” offers it."],
			["HELD", expect.stringContaining("In use: it has applicants.")],
			["EDIT", `Changed since by ${editor?.actorName}.`],
			["GONE", "It has been deleted since."],
		]);
		const changes = await testDb()
			.select({ action: recordChanges.action, before: recordChanges.before, after: recordChanges.after })
			.from(recordChanges)
			.where(eq(recordChanges.recordId, idOf("FREE")))
			.orderBy(recordChanges.seq);
		const free = { code: "FREE", title: "About FREE", status: "active", administrationLevelItemId: null };
		expect(changes).toEqual([
			{ action: "created", before: null, after: free },
			{ action: "deleted", before: free, after: null },
		]);
		const announced = await testDb().select().from(events).where(eq(events.organisationId, organisationId));
		expect(announced.filter(({ type }) => type === "courses.import_undone").map(({ payload }) => payload)).toEqual([
			{ importId: one.body.id, fileName: "a.csv", undone: 1, kept: 4 },
		]);
		expect((await one.undo()).status).toBe(409);
	});

	it("keeps a course that an application begins to offer while the upload is undone", async () => {
		const one = await uploaded(["P1", "P2"]);
		await one.undo();
		const application = await createApplication(one.organisationId, { title: "Just now", courseCount: 0 });
		let isOffered = false;
		const batch = async (statements: D1PreparedStatement[]) => {
			// why here: the slice has read what it decides by, and has not written yet.
			if (!isOffered) await offer(application, one.idOf("P1"));
			isOffered = true;
			return env.DB.batch(statements);
		};
		const bindings = { ...queues.bindings, DB: replacing(env.DB, { batch }) };
		for (let jobs = queues.sentJobs.splice(0); jobs.length > 0; jobs = queues.sentJobs.splice(0))
			await deliverJobs(jobs, { clock, bindings });
		expect(await one.codes()).toEqual(["P1"]);
		expect(await one.read(one.body)).toMatchObject({ status: "undone", counts: { undone: 1, kept: 1 } });
		const { data } = await one.rows(one.body, "&state=kept");
		expect(data.map(({ course, reason }) => [course.code, reason])).toEqual([["P1", "In use: “Just now” offers it."]]);
	});

	it("is for those who may delete courses, of their own institution, after it was added", async () => {
		const one = await uploaded(["A1"]);
		const adds = await openFixture(one.organisationId, ["course:c", "course:r", "course:u"]);
		expect((await adds.request(`/courses/bulk/${one.body.id}/undo`, { method: "POST" })).status).toBe(403);
		const other = await openFixture(undefined, ["course:d"]);
		expect((await other.request(`/courses/bulk/${one.body.id}/undo`, { method: "POST" })).status).toBe(404);
		const { body } = await one.upload("b.csv", "Code,Title\nB1,First\n");
		await work();
		expect((await one.request(`/courses/bulk/${body.id}/undo`, { method: "POST" })).status).toBe(409);
	});
});

it("lists the uploads of the institution, the newest first", async () => {
	const two = await openFixture();
	for (const name of ["first.csv", "second.csv", "third.csv"]) {
		await two.upload(name, `Code,Title\n${name.slice(0, 3)},A\n`);
		clock.advance(1_000);
		await work();
	}
	const page = async (search: string) =>
		(await two.request(`/courses/bulk${search}`)).json<{ data: CourseUpload[]; resultTotal: number }>();
	const { data, resultTotal } = await page("?size=2");
	expect([data.map(({ name, status }) => [name, status]), resultTotal]).toEqual([
		[
			["third.csv", "ready"],
			["second.csv", "ready"],
		],
		3,
	]);
	expect((await page("?size=2&page=1")).data.map(({ name }) => name)).toEqual(["first.csv"]);
	expect((await (await openFixture()).request("/courses/bulk")).status).toBe(200);
	expect((await (await openFixture(undefined, ["course:r"])).request("/courses/bulk")).status).toBe(403);
});

it("offers a template with what courses can be part of, which can be uploaded as it is filled in", async () => {
	const response = await one.request("/course-template");
	expect(response.headers.get("content-disposition")).toContain('filename="course_template.xlsx"');
	const { sheets } = await readXlsx(await bytesOf(response), { readStyles: true });
	expect(sheets[0]?.rows[0]).toEqual(["Code", "Title", "Part of", "Status"]);
	const codes = Array.from({ length: 999 }, (_, row) => sheets[0]?.cells?.get(`${row + 1},0`));
	expect(new Set(codes.map((cell) => cell?.style?.numFmt)), "007 stays 007 when it is typed").toEqual(new Set(["@"]));
	expect(codes.every((cell) => cell?.value === null)).toBe(true);
	expect(sheets[1]?.rows.flat()).toEqual([
		"Part of",
		"Faculty of Science",
		"Faculty of Science › Department of Physics",
	]);
	const filled = await workbookOf([
		sheets[0]?.rows[0] as string[],
		["TPL", "From the template", "Faculty of Science › Department of Physics", "Active"],
	]);
	const { body } = await one.upload("course_template.xlsx", filled);
	await work();
	expect(await one.read(body)).toMatchObject({ status: "ready", counts: { new: 1 } });
});

it("adds and removes for a user of a place only what is there", async () => {
	const office = await openFixture();
	const { organisationId } = office;
	const { facultyId } = await createStructure(organisationId);
	await testDb()
		.insert(adminLevelItems)
		.values({ organisationId, id: `law-${organisationId}`, levelId: "l", name: "Faculty of Law" });
	const dean = await openFixture(organisationId, ["course:c", "course:r", "course:d"]);
	await testDb().update(userRoles).set({ adminLevelItemId: facultyId }).where(eq(userRoles.userId, dean.user.id));
	const list = "Code,Title,Part of\nphy,Physics,Department of Physics\nlaw,Law,Faculty of Law\nart,Art,";
	const { body } = await dean.upload("courses.csv", list);
	await work();
	const elsewhere = "Your role is for a part of the institution, and this is not in it.";
	const reasons = async (search = "") =>
		(await dean.rows(body, search)).data.map(({ course, reason }) => [course.code, reason]);
	expect(await reasons()).toEqual([
		["PHY", null],
		["LAW", elsewhere],
		["ART", elsewhere],
	]);
	await dean.add(body);
	await work();
	expect(await dean.codes()).toEqual(["PHY"]);
	await testDb()
		.update(courses)
		.set({ adminLevelItemId: `law-${organisationId}` })
		.where(and(eq(courses.organisationId, organisationId), eq(courses.code, "PHY")));
	expect((await dean.request(`/courses/bulk/${body.id}/undo`, { method: "POST" })).status).toBe(202);
	await work();
	expect(await reasons("&state=kept")).toEqual([["PHY", elsewhere]]);
	expect(await dean.codes()).toEqual(["PHY"]);
});
