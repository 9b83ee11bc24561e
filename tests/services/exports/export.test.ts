import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { readXlsx } from "hucre/xlsx";
import { beforeEach, expect, test } from "vitest";
import { deliverEvents, deliverJobs, keepingQueues } from "#tests/events/delivery";
import { createMany, openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createApplication, createUser, signIn, testDb } from "#tests/support/factories";
import { replacing } from "#tests/support/replacing";
import { makeSensitive } from "#tests/support/sensitive-fields";
import { attachments, formDesigns, formDesignVersions } from "#worker/database/schema/forms";
import { organisations } from "#worker/database/schema/organisations";
import { notifications, tasks } from "#worker/database/schema/records";

let staff: ServicesFixture;
let queues: ReturnType<typeof keepingQueues>;
beforeEach(async () => {
	queues = keepingQueues();
	staff = await openServicesFixture({ bindings: queues.bindings });
});

interface Started {
	taskId: string;
	applicants: number;
	code?: string;
	fields?: Record<string, string[]>;
}

const usual = ["applicationNumber", "lastName", "stage"];
const ask = (more: Record<string, unknown> = {}, key?: string) =>
	staff.send<Started>(
		"POST",
		"/candidate-export",
		{ applicationId: staff.application.id, columns: usual, format: "xlsx", ...more },
		key,
	);
const work = (more = {}) =>
	deliverJobs(queues.sentJobs.splice(0), { clock: staff.clock, bindings: { ...queues.bindings, ...more } });
const taskOf = async (taskId: string) => (await staff.get(`/tasks/${taskId}`)).body;
const bytesOf = async (taskId: string) => {
	const response = await staff.request(`/tasks/${taskId}/file`);
	expect(response.status).toBe(200);
	return new Uint8Array(await response.arrayBuffer());
};
const sheetOf = async (taskId: string) => (await readXlsx(await bytesOf(taskId))).sheets[0]?.rows ?? [];
const csvOf = async (taskId: string) =>
	new TextDecoder("utf-8", { ignoreBOM: true }).decode(await bytesOf(taskId)).split("\r\n");

const nameIn = ({ result }: { [name: string]: unknown }) => (result as { name: string }).name;

/** Requests an export and runs it to its end. */
const exported = async (more: Record<string, unknown> = {}) => {
	const { body, status } = await ask(more);
	expect([status, body.code]).toEqual([202, undefined]);
	await work();
	return body.taskId;
};
const noticeOf = async () => {
	await deliverEvents(queues.sentEvents.splice(0), { bindings: queues.bindings, clock: staff.clock });
	const [row] = await testDb().select().from(notifications).where(eq(notifications.userId, staff.user.id));
	return JSON.parse(row?.message ?? "");
};

test("exports an application, newest first, with the chosen columns", async () => {
	const ada = await createApplicant(staff.application, { lastName: "Okafor" });
	const bola = await createApplicant(staff.application, { lastName: "Ọ̀ṣun" });
	const taskId = await exported();
	expect(await sheetOf(taskId)).toEqual([
		["Application number", "Last name", "Stage"],
		[bola.applicationNumber, "Ọ̀ṣun", "Registration"],
		[ada.applicationNumber, "Okafor", "Registration"],
	]);
	expect(await taskOf(taskId)).toMatchObject({ status: "SUCCESS", done: 2, total: 2, result: { rows: 2, leftOut: 0 } });
	expect(JSON.stringify(await taskOf(taskId))).not.toContain("downloads/");
	staff.clock.advance(60_000);
	const names = await Promise.all([taskId, await exported()].map(async (id) => nameIn(await taskOf(id))));
	expect(names[0]).toMatch(/ \d{4}-\d\d-\d\d \d\d\.\d\d\.xlsx$/);
	expect(new Set(names).size, "two exports of a day have names of their own").toBe(2);
});

test("announces the start and the success under the specification's names", async () => {
	await createApplicant(staff.application);
	const { body } = await ask();
	const { taskId } = body;
	expect(await noticeOf()).toMatchObject({ type: "EXPORT_CANDIATE", status: "STARTED", taskId });
	await work();
	expect(await noticeOf()).toMatchObject({ type: "EXPORT_CANDIATE", status: "SUCCESS", taskId, rows: 1 });
});

test("joins slices into one complete file when one of them is interrupted", async () => {
	await createMany(staff.application, 650);
	const { body } = await ask({ format: "csv", columns: ["applicationNumber"] });
	let puts = 0;
	const put = async (...file: Parameters<R2Bucket["put"]>) => {
		if (++puts === 2) throw new Error("the line is down");
		return env.FILES.put(...file);
	};
	const jobs = [...queues.sentJobs];
	await work({ FILES: replacing(env.FILES, { put }) });
	const taskState = await taskOf(body.taskId);
	expect(taskState).toMatchObject({ status: "STARTED", done: 100 });
	expect(JSON.stringify(taskState)).not.toContain("downloads/");
	queues.sentJobs.push(...jobs, ...jobs);
	await work();
	const lines = await csvOf(body.taskId);
	expect(lines).toHaveLength(652);
	expect(new Set(lines).size).toBe(652);
	expect(await taskOf(body.taskId)).toMatchObject({ status: "SUCCESS", done: 650, total: 650 });
	const kept = await env.FILES.list({ prefix: `downloads/${staff.organisation.id}/${body.taskId}/` });
	expect(kept.objects.map(({ key }) => key)).toEqual([
		`downloads/${staff.organisation.id}/${body.taskId}/applicants.csv`,
	]);
});

test("exports what a list's filters show, or the selected applicants", async () => {
	const { application } = staff;
	const [, review] = application.steps;
	const [, second] = application.courses;
	const ada = await createApplicant(application, { stepId: review?.id });
	const bola = await createApplicant(application, { courseId: second?.id });
	const numbers = async (more: Record<string, unknown>) =>
		(await csvOf(await exported({ columns: ["applicationNumber"], format: "csv", ...more }))).slice(1, -1);
	expect(await numbers({ stage: review?.id })).toEqual([ada.applicationNumber]);
	expect(await numbers({ stage: "IN_REVIEW" })).toEqual([ada.applicationNumber]);
	expect(await numbers({ courseIds: [second?.id] })).toEqual([bola.applicationNumber]);
	const elsewhere = await createApplicant(await createApplication(staff.organisation.id));
	const candidateIds = [ada.id, "gone", elsewhere.id, ada.id];
	expect(await numbers({ candidateIds, stage: "DECLINED" })).toEqual([ada.applicationNumber]);
	const { body } = await ask({ candidateIds });
	await work();
	expect(await taskOf(body.taskId)).toMatchObject({ result: { rows: 1, leftOut: 2 } });
});

test("exports a needs group as it was when the export started", async () => {
	const [, review] = staff.application.steps;
	const now = staff.clock.now();
	const old = await createApplicant(staff.application, { stepId: review?.id, stageChangedAt: 0 });
	await createApplicant(staff.application, { stepId: review?.id, stageChangedAt: now });
	const { body } = await ask({ needs: "waiting", columns: ["applicationNumber"], format: "csv" });
	expect(body.applicants).toBe(1);
	await staff.send("PATCH", `/candidates/${old.id}`, { stageId: staff.application.steps[2]?.id, reason: "At last" });
	await work();
	expect((await csvOf(body.taskId)).slice(1, -1)).toEqual([old.applicationNumber]);
});

test("exports what a search finds", async () => {
	const { searchKey } = staff.organisation;
	const [id] = await createMany(staff.application, 3, { searchKey });
	const taskId = await exported({ keyword: "Eze0", format: "csv", columns: ["email"] });
	expect(await csvOf(taskId)).toEqual(["\uFEFFEmail address", `${id}@mail.example`, ""]);
});

test("puts answers of every version, repeats and files into the columns of their fields", async () => {
	const col = (fieldId: string, type: string, label: string) => ({ fieldId, type, props: { label } });
	const cols = [
		col("school", "text", "School"),
		col("score", "number", "JAMB score"),
		col("dob", "single-date", "Born"),
		col("essay", "wysiwyg", "Essay"),
		col("slip", "file", "Slip"),
	];
	const section = { id: "s", title: "Schools", repeatable: true, rows: [{ id: "r", cols }] };
	const asked = {
		id: "ref",
		title: "Referee",
		refereeSectionType: "academic",
		rows: [{ id: "q", cols: [col("character", "text", "Character")] }],
	};
	const application = await createApplication(staff.organisation.id, { layout: { sections: [section, asked] } });
	const data = {
		school: "=1+1",
		school__2: "King's College",
		score: "312",
		dob: "2008-02-29",
		essay: "<p>One &amp; two</p>",
	};
	const repeated = await createApplicant(application, { data });
	await testDb()
		.insert(attachments)
		.values({
			organisationId: staff.organisation.id,
			id: `slip-${repeated.id}`,
			submissionId: repeated.submissionId,
			fieldId: "slip",
			title: "Slip",
			section: "s",
			name: "slip.pdf",
			mimetype: "application/pdf",
			size: 1,
			objectKey: "none",
			createdAt: 1,
		});
	await createApplicant(application, { data: { score: "007" } });
	const path = `/candidate-export/columns?applicationId=${application.id}`;
	const { body } = await staff.get<{ columns: { id: string; label: string; section: string }[] }>(path);
	const answers = body.columns.filter(({ id }) => id.startsWith("form:"));
	expect(answers.map(({ label, section }) => `${section}: ${label}`)).toEqual([
		"Schools: School",
		"Schools: JAMB score",
		"Schools: Born",
		"Schools: Essay",
		"Schools: Slip",
	]);
	const columns = answers.map(({ id }) => id);
	const rows = await sheetOf(await exported({ applicationId: application.id, columns }));
	expect(rows.slice(1)).toEqual([
		[null, "007", null, null, null],
		["=1+1; King's College", 312, new Date("2008-02-29T00:00:00Z"), "One & two", "slip.pdf"],
	]);
	const lines = await csvOf(await exported({ applicationId: application.id, columns, format: "csv" }));
	expect(lines[2]).toBe("'=1+1; King's College,312,2008-02-29,One & two,slip.pdf");
	// why: after the form changed, answers to the old one are read by its layout, and questions only in it have no
	// column.
	const { formDesignId } = application;
	await testDb().batch([
		testDb().update(formDesigns).set({ version: 2 }).where(eq(formDesigns.id, formDesignId)),
		testDb()
			.insert(formDesignVersions)
			.values({
				organisationId: staff.organisation.id,
				formDesignId,
				version: 2,
				createdAt: 2,
				layout: { sections: [{ ...section, rows: [{ id: "r", cols: [col("school", "select", "School attended")] }] }] },
			}),
	]);
	const after = await csvOf(await exported({ applicationId: application.id, columns: ["form:school"], format: "csv" }));
	expect(after).toEqual(["\uFEFFSchool attended", "", "'=1+1; King's College", ""]);
	const gone = await ask({ applicationId: application.id, columns: ["form:score"] });
	expect([gone.status, gone.body.fields]).toMatchObject([
		422,
		{ columns: ["The form has changed. Choose the columns again."] },
	]);
});

test("gives each subject of results and scores a column of its own, and a second sitting its own ones", async () => {
	const col = (fieldId: string, type: string, label: string) => ({ fieldId, type, props: { label } });
	const pair = [col("subject", "text", "Subject"), col("points", "number", "UTME")];
	const layout = {
		sections: [
			{ id: "utme", title: "UTME", rows: [{ id: "pair", repeatable: true, cols: pair }] },
			{
				id: "results",
				title: "Results",
				repeatable: true,
				rows: [{ id: "n", cols: [col("neco", "neco-result", "NECO")] }],
			},
		],
	};
	const application = await createApplication(staff.organisation.id, { layout });
	const sitting = (registrationNumber: string, grades: Record<string, string>) => ({
		firstName: "Ada",
		lastName: "Okafor",
		examination: "NECO 2026",
		registrationNumber,
		gender: "F",
		subjects: Object.entries(grades).map(([name, grade]) => ({ name, shortName: name.slice(0, 3), grade })),
	});
	const ada = await createApplicant(application, {
		data: {
			subject: "Physics",
			points: "62",
			subject__2: "Biology",
			points__2: 71,
			neco: sitting("1", { "English Language": "C4", Mathematics: "A1" }),
			neco__2: sitting("2", { Mathematics: "B2" }),
		},
	});
	const bola = await createApplicant(application, {
		data: { subject: "Physics", points: "55", neco: sitting("3", { MATHEMATICS: "F9", Music: "AR" }) },
	});
	await createMany(application, 120);
	const columns = ["applicationNumber", "form:points", "form:neco"];
	const rows = await sheetOf(await exported({ applicationId: application.id, columns }));
	expect(rows[0]).toEqual([
		"Application number",
		"UTME: Biology",
		"UTME: Physics",
		"NECO",
		"NECO: English Language",
		"NECO: Mathematics",
		"NECO: Music",
		"NECO, 2nd sitting: Mathematics",
	]);
	const rowOf = (number: string) => rows.find(([first]) => first === number);
	expect(rowOf(ada.applicationNumber)).toEqual([
		ada.applicationNumber,
		71,
		62,
		"NECO 2026 (1); NECO 2026 (2nd sitting) (2)",
		"C4",
		"A1",
		null,
		"B2",
	]);
	expect(rowOf(bola.applicationNumber)?.slice(1, 7)).toEqual([null, 55, "NECO 2026 (3)", null, "F9", "AR"]);
	expect(rows).toHaveLength(123);
});

test("writes moments in the organisation's time zone", async () => {
	await testDb()
		.update(organisations)
		.set({ timeZone: "Asia/Kolkata" })
		.where(eq(organisations.id, staff.organisation.id));
	await createApplicant(staff.application, { registeredAt: Date.UTC(2026, 10, 21, 19, 0) });
	expect(await csvOf(await exported({ columns: ["registered"], format: "csv" }))).toEqual([
		"\uFEFFRegistered",
		"2026-11-22 00:30",
		"",
	]);
});

test("writes a name that starts like a formula as text in both formats", async () => {
	await createApplicant(staff.application, { lastName: "=1+1" });
	const book = await readXlsx(await bytesOf(await exported({ columns: ["lastName"] })));
	expect(book.sheets[0]?.rows[1]).toEqual(["=1+1"]);
	expect(JSON.stringify(book.sheets)).not.toContain("formula");
	expect((await csvOf(await exported({ columns: ["lastName"], format: "csv" })))[1]).toBe("'=1+1");
});

test("remembers the choices for the user and the application", async () => {
	await createApplicant(staff.application);
	const path = `/candidate-export/columns?applicationId=${staff.application.id}`;
	interface Choice {
		chosen: string[];
		format: string;
	}
	const before = (await staff.get<Choice>(path)).body;
	expect([before.format, before.chosen]).toEqual(["xlsx", expect.arrayContaining(["email", "stage"])]);
	await ask({ columns: ["lastName", "email"], format: "csv" });
	await ask({ columns: ["email", "lastName"], format: "csv" });
	expect((await staff.get<Choice>(path)).body).toMatchObject({ chosen: ["email", "lastName"], format: "csv" });
	const other = await createUser({ organisationId: staff.organisation.id });
	const { headers } = await signIn(other, staff.clock.now());
	expect(await (await staff.request(path, { headers })).json()).toMatchObject({
		chosen: before.chosen,
		format: "xlsx",
	});
});

test("refuses an export without applicants, columns or a known application, and starts nothing", async () => {
	const nobody = await ask();
	expect([nobody.status, nobody.body]).toMatchObject([422, { error: "There is nobody to export." }]);
	const none = await ask({ columns: [] });
	expect([none.status, none.body.fields]).toEqual([422, { columns: ["Choose at least one column."] }]);
	expect((await ask({ applicationId: "none" })).body).toMatchObject({ error: "Unable to Fetch Application" });
	expect((await ask({ columns: ["password"] })).status).toBe(422);
	expect((await ask({ stage: "nowhere" })).body.code).toBe("stage_unknown");
	expect(queues.sentJobs).toEqual([]);
});

test("exports once for two requests with the same key", async () => {
	await createApplicant(staff.application);
	const [one, two] = [await ask({}, "one-export-key"), await ask({}, "one-export-key")];
	expect(two.body.taskId).toBe(one.body.taskId);
	expect(await testDb().select().from(tasks).where(eq(tasks.createdBy, staff.user.id))).toHaveLength(1);
});

test("an export fails with the reason when all its applicants were deleted, and can be retried", async () => {
	const { id } = await createApplicant(staff.application);
	const { body } = await ask({ stage: "REGISTRATION" });
	await staff.send("PATCH", `/candidates/${id}`, { stageId: staff.application.steps[1]?.id, reason: "Good" });
	await work();
	await deliverEvents(queues.sentEvents.splice(0, 1), { bindings: queues.bindings, clock: staff.clock });
	expect(await taskOf(body.taskId)).toMatchObject({
		status: "FAILED",
		result: { reason: "There is nobody to export." },
	});
	expect(await noticeOf()).toMatchObject({ status: "FAILED", reason: "There is nobody to export." });
	await staff.send("PATCH", `/candidates/${id}`, { stageId: staff.application.steps[0]?.id, reason: "Back" });
	expect((await staff.send("POST", `/tasks/${body.taskId}/retry`)).status).toBe(202);
	await work();
	expect(await taskOf(body.taskId)).toMatchObject({ status: "SUCCESS", result: { rows: 1 } });
});

/** An application with an applicant whose NIN is sensitive, and the choice of their answers. */
const openSensitive = async () => {
	const cols = [
		{ fieldId: "nin", type: "text", props: { label: "NIN" } },
		{ fieldId: "town", type: "text", props: { label: "Home town" } },
	];
	const layout = { sections: [{ id: "about", title: "About you", rows: [{ id: "row", cols }] }] };
	const application = await createApplication(staff.organisation.id, { layout });
	await makeSensitive(application, "nin");
	await createApplicant(application, { data: { nin: "12345678901", town: "Ikeja" } });
	return { applicationId: application.id, columns: ["form:nin", "form:town"], format: "csv" };
};
/** Returns what the activity log says of files with sensitive answers. */
const disclosures = async () => {
	await deliverEvents(queues.sentEvents.splice(0), { bindings: queues.bindings, clock: staff.clock });
	const { body } = await staff.get<{ data: { action: string }[] }>("/audit/event-log");
	return body.data.filter(({ action }) => action === "applicants.answers_disclosed");
};

test("masks sensitive answers in a file; as they are, the log says who had them and of how many applicants", async () => {
	const chosen = await openSensitive();
	expect(await csvOf(await exported(chosen))).toEqual(["\uFEFFNIN,Home town", "••••8901,Ikeja", ""]);
	expect(await disclosures()).toEqual([]);
	const taskId = await exported({ ...chosen, isClear: true });
	expect(await csvOf(taskId)).toEqual(["\uFEFFNIN,Home town", "12345678901,Ikeja", ""]);
	const found = await disclosures();
	expect(found).toMatchObject([
		{
			what: "Put sensitive answers into a file",
			eventStatus: "SUCCESS",
			by: { kind: "staff", id: staff.user.id },
			subject: { name: "1 applicant" },
		},
	]);
	expect(JSON.stringify(found)).not.toContain("8901");
});

test("refuses sensitive answers as they are to who may not reveal them, who may have the file with masks", async () => {
	const chosen = await openSensitive();
	const reader = await createUser({ organisationId: staff.organisation.id, privileges: ["candidate:r"] });
	const { headers } = await signIn(reader, staff.clock.now());
	const askAsReader = (more: object) =>
		staff.request("/candidate-export", { method: "POST", body: JSON.stringify({ ...chosen, ...more }), headers });
	expect((await askAsReader({ isClear: true })).status).toBe(403);
	expect(queues.sentJobs).toEqual([]);
	expect(await disclosures()).toEqual([]);
	const masked = await askAsReader({});
	expect(masked.status).toBe(202);
	const { taskId } = (await masked.json()) as Started;
	await work();
	const file = await staff.request(`/tasks/${taskId}/file`, { headers });
	expect(await file.text()).toContain("••••8901,Ikeja");
});
