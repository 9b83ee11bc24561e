import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { beforeEach, expect, test } from "vitest";
import { deliverJobs, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createTransaction,
	createUser,
	signIn,
	testDb,
} from "#tests/support/factories";
import { type Recorded, recordingDatabase } from "#tests/support/recording-database";
import { makeSensitive } from "#tests/support/sensitive-fields";
import { bindRole, openTwoPlaces, type PlaceName } from "#tests/support/two-places";
import { layoutOf } from "#worker/database/demo/form-designs";
import { criteriaSessions, criteriaVerdicts } from "#worker/database/schema/assistant";
import { attachments, submissions } from "#worker/database/schema/forms";
import { transactions } from "#worker/database/schema/transactions";
import { type ApplicationWords, type AssistantAnswer, askAssistant } from "#worker/services/assistant/contract";
import { deleteOldSessions } from "#worker/services/assistant/writes";

const path = "/AI-Process-Applicants/chat_ai";

let staff: ServicesFixture;
let queues: ReturnType<typeof keepingQueues>;
beforeEach(async () => {
	queues = keepingQueues();
	staff = await openServicesFixture({
		bindings: queues.bindings,
		layout: layoutOf("undergraduate"),
		privileges: ["candidate:r"],
	});
});

type Answer = AssistantAnswer & { code?: string; fields?: Record<string, string[]> };
const ask = (prompt: string, more: object = {}, key?: string) =>
	staff.send<Answer>("POST", path, { app_id: staff.application.id, prompt, ...more }, key);
const read = async (query: Record<string, string> = {}) =>
	staff.get<Answer>(`${path}?${new URLSearchParams({ app_id: staff.application.id, ...query })}`);
const work = () => deliverJobs(queues.sentJobs.splice(0), { clock: staff.clock, bindings: queues.bindings });
const judged = async (prompt: string, more: object = {}) => {
	const { status, body } = await ask(prompt, more);
	expect([status, body.code, body.notUnderstood]).toEqual([202, undefined, []]);
	await work();
	return (await read({ session_id: body.session_id ?? "" })).body;
};
const namesIn = ({ data }: AssistantAnswer["metCandidatesData"]) => data.map(({ name }) => name.split(" ")[0]);

const result = (grades: Record<string, string>) => ({
	firstName: "A",
	lastName: "B",
	registrationNumber: "1",
	gender: "F",
	examination: "NECO 2026",
	subjects: Object.entries(grades).map(([name, grade]) => ({ name, shortName: name.slice(0, 3), grade })),
});

/** One who meets "two credits including English, JAMB above 220, from Kogi", one who does not, one who cannot be judged. */
const createThree = async () => {
	const form = (jambScore: unknown, english: string) => ({
		gender: "F",
		dateOfBirth: "2008-03-01",
		origin: { state: "Kogi", lga: "Lokoja" },
		jambScore,
		necoResult: result({ "English Language": english, Mathematics: "C6", Physics: "F9" }),
	});
	await createApplicant(staff.application, { firstName: "Met", data: form(231, "B3") });
	await createApplicant(staff.application, { firstName: "Failed", data: form(231, "D7") });
	await createApplicant(staff.application, { firstName: "Awaited", data: form("", "B3") });
};
const wanted = "at least two credits including English, JAMB above 220, from Kogi";

test("judges applicants by a prompt, and shows the answer behind each criterion", async () => {
	await createThree();
	const answer = await judged(wanted);
	expect(answer).toMatchObject({
		status: "SUCCESS",
		stringResponse: "1 applicant meets all criteria, 1 does not, and 1 cannot be determined.",
	});
	expect(answer.criteriasList.map(({ text }) => text)).toEqual([
		"At least 2 with C6 or better, including English Language",
		"UTME score above 220",
		"From Kogi",
	]);
	expect(namesIn(answer.metCandidatesData)).toEqual(["Met"]);
	expect(namesIn(answer.notMetCandidatesData)).toEqual(["Failed"]);
	expect(namesIn(answer.cannotTellCandidatesData)).toEqual(["Awaited"]);
	expect(answer.metCandidatesData.data[0]?.criteria[1]?.because).toEqual([
		{ verdict: "met", label: "UTME score", answer: "231" },
	]);
	expect(answer.notMetCandidatesData.data[0]?.criteria[0]).toEqual({
		verdict: "notMet",
		because: [
			{
				verdict: "notMet",
				label: "O'level results",
				answer: "NECO 2026: 1 of 3 with C6 or better, English Language D7",
			},
		],
	});
	expect(answer.cannotTellCandidatesData.data[0]?.criteria[1]?.because).toEqual([
		{ verdict: "cannotTell", label: "UTME score", answer: null },
	]);
});

test("payments, courses and stages are known of everybody", async () => {
	const [, second] = staff.application.courses;
	const [, review] = staff.application.steps;
	const paid = await createApplicant(staff.application, { firstName: "Paid", hasForm: false });
	await createTransaction(paid, { status: "success", paidAt: staff.clock.now() });
	const pending = await createApplicant(staff.application, { firstName: "Pending", hasForm: false });
	await createTransaction(pending, { status: "success", paidAt: staff.clock.now() });
	await createTransaction(pending, { status: "pending" });
	const refunded = await createApplicant(staff.application, { firstName: "Refunded", hasForm: false });
	const { id } = await createTransaction(refunded, { status: "success", paidAt: staff.clock.now(), amount: 500 });
	const all = sql`${transactions.amount} + ${transactions.gatewayCharge}`;
	await testDb().update(transactions).set({ reversedAmount: all }).where(eq(transactions.id, id));
	await createApplicant(staff.application, {
		firstName: "Elsewhere",
		hasForm: false,
		courseId: second?.id ?? "",
		stepId: review?.id ?? "",
	});
	expect(namesIn((await judged("no outstanding payment")).metCandidatesData)).toEqual(["Paid"]);
	expect(namesIn((await judged("have not paid")).metCandidatesData).sort()).toEqual(["Elsewhere", "Refunded"]);
	expect(namesIn((await judged("in review")).metCandidatesData)).toEqual(["Elsewhere"]);
	expect(namesIn((await judged(`applied for ${second?.title}`)).metCandidatesData)).toEqual(["Elsewhere"]);
	const atStage = await judged("have not paid", { stage_id: staff.application.steps[0]?.id });
	expect([atStage.metCandidatesData.resultTotal, atStage.notMetCandidatesData.resultTotal]).toEqual([1, 2]);
});

test("what is not understood is said word for word; without a criterion nothing is judged", async () => {
	const { status, body } = await ask("in good health");
	expect([status, body.session_id, body.status]).toEqual([200, null, "NONE"]);
	expect(body.stringResponse).toBe("No criterion was understood. Not understood, and left out: “good health”.");
	expect(queues.sentJobs).toEqual([]);
	const some = await ask("females with JAMB 220");
	expect(some.status).toBe(202);
	expect(some.body.notUnderstood).toEqual([
		{ words: "JAMB 220", choices: ["UTME score at least 220", "UTME score exactly 220"] },
	]);
});

test("a prompt can be read without judging anybody", async () => {
	const { body } = await read({ prompt: "femal applicants" });
	expect(body.criteriasList.map(({ text }) => text)).toEqual(["Female"]);
	expect(body.corrections).toEqual([{ typed: "femal", readAs: "female" }]);
	expect(await testDb().select().from(criteriaSessions)).not.toContainEqual(
		expect.objectContaining({ organisationId: staff.organisation.id }),
	);
});

const submitted = { anyOf: [{ allOf: [{ not: false, test: { about: "submitted" } }] }] };
const female = { anyOf: [{ allOf: [{ not: false, test: { about: "gender", value: "F" } }] }] };

test("criteria are judged as they are sent, and the words are kept with them", async () => {
	await createThree();
	const { status, body } = await ask("from Lagos", { criteria: [female, submitted] });
	expect([status, body.notUnderstood]).toEqual([202, []]);
	await work();
	const answer = (await read({ session_id: body.session_id ?? "" })).body;
	expect(answer).toMatchObject({ status: "SUCCESS", prompt: "from Lagos", stage_id: null });
	expect(answer.criteriasList.map(({ criterion }) => criterion)).toEqual([female, submitted]);
	const alone = await staff.send<Answer>("POST", path, { app_id: staff.application.id, criteria: [female] });
	expect(alone).toMatchObject({ status: 202, body: { prompt: null } });
	const added = await staff.send<Answer>("POST", path, {
		app_id: staff.application.id,
		criteria: [submitted],
		session_id: alone.body.session_id,
	});
	expect(added.body.criteriasList).toHaveLength(2);
});

test.each([
	["nothing", {}],
	["no criterion", { criteria: [] }],
	["an unknown test", { criteria: [{ anyOf: [{ allOf: [{ not: false, test: { about: "height" } }] }] }] }],
	["another key", { criteria: [{ ...female, weight: 2 }] }],
	["another key deep within", { criteria: [{ anyOf: [{ allOf: [{ ...female.anyOf[0]?.allOf[0], weight: 2 }] }] }] }],
	["more than twenty", { criteria: Array(21).fill(female) }],
])("criteria that are wrong are refused: %s", async (_, wrong) => {
	const { status } = await staff.send("POST", path, { app_id: staff.application.id, ...wrong });
	expect(status).toBe(422);
});

test("says what criteria of an application can be about, in its own institution", async () => {
	const words = await staff.get<ApplicationWords>(`/AI-Process-Applicants/words?app_id=${staff.application.id}`);
	expect(words.status).toBe(200);
	expect(words.body.courses.map(({ id }) => id).sort()).toEqual(staff.application.courses.map(({ id }) => id).sort());
	expect(words.body.stages.map(({ id }) => id)).toEqual(staff.application.steps.map(({ id }) => id));
	expect(words.body.fields.find(({ fieldId }) => fieldId === "maritalStatus")?.options).toContainEqual({
		value: "Married",
		label: "Married",
	});
	const other = await openServicesFixture();
	expect((await other.get(`/AI-Process-Applicants/words?app_id=${staff.application.id}`)).status).toBe(404);
});

test("the list is filtered by what a session has judged, for everybody who sees the applicants", async () => {
	await createThree();
	const { session_id: id } = await judged(wanted);
	const listed = async (verdict: string, headers?: Record<string, string>) => {
		const search = `applicationId=${staff.application.id}&judged=${id}:${verdict}`;
		const response = await staff.request(`/candidates?${search}`, headers && { headers });
		return ((await response.json()) as { data: { firstName: string }[] }).data.map(({ firstName }) => firstName);
	};
	expect(await listed("met")).toEqual(["Met"]);
	expect(await listed("notMet")).toEqual(["Failed"]);
	expect(await listed("cannotTell")).toEqual(["Awaited"]);
	const colleague = await createUser({ organisationId: staff.organisation.id, privileges: ["candidate:r"] });
	expect(await listed("met", (await signIn(colleague, staff.clock.now())).headers)).toEqual(["Met"]);
});

test("a session adds to the criteria of another, which stays as it is", async () => {
	await createThree();
	const first = await judged("from Kogi");
	expect(first.metCandidatesData.resultTotal).toBe(3);
	const second = await judged("JAMB above 220", { session_id: first.session_id });
	expect(second.criteriasList.map(({ text }) => text)).toEqual(["From Kogi", "UTME score above 220"]);
	expect(second.metCandidatesData.resultTotal).toBe(2);
	expect((await read({ session_id: first.session_id ?? "" })).body.metCandidatesData.resultTotal).toBe(3);
});

test("a page and a section that are sent with a prompt have no effect, and the contract says so", async () => {
	await createThree();
	const { status, body } = await ask(wanted, { page: 7, section: "met" });
	expect(status).toBe(202);
	await work();
	const empty = { data: [], resultTotal: 0, nextPage: null };
	const { metCandidatesData, notMetCandidatesData, cannotTellCandidatesData } = body;
	expect([metCandidatesData, notMetCandidatesData, cannotTellCandidatesData]).toEqual([empty, empty, empty]);
	const session = (await read({ session_id: body.session_id ?? "" })).body;
	expect(namesIn(session.metCandidatesData)).toEqual(["Met"]);
	expect(namesIn(session.notMetCandidatesData)).toEqual(["Failed"]);
	expect(namesIn(session.cannotTellCandidatesData)).toEqual(["Awaited"]);
	const { page, section } = askAssistant.body.entries;
	for (const field of [page, section])
		expect(v.getMetadata(field)).toMatchObject({ description: expect.stringContaining("without effect here") });
	expect((await ask(wanted, { section: "best" })).status, "what is misspelt is refused all the same").toBe(422);
});

test("pages follow the applicants, one list at a time", async () => {
	for (let index = 1; index <= 23; index++)
		await createApplicant(staff.application, { firstName: `N${index}`, data: { gender: "F" } });
	const { session_id: id, ...first } = await judged("female");
	expect(first.metCandidatesData).toMatchObject({ resultTotal: 23, nextPage: expect.any(Number) });
	const all = [...namesIn(first.metCandidatesData)];
	for (let next = first.metCandidatesData.nextPage; next !== null; ) {
		const { body } = await read({ session_id: id ?? "", section: "met", page: String(next) });
		expect(body.notMetCandidatesData.data).toEqual([]);
		all.push(...namesIn(body.metCandidatesData));
		next = body.metCandidatesData.nextPage;
	}
	expect(all).toEqual(Array.from({ length: 23 }, (_, index) => `N${23 - index}`));
});

test("an applicant whose form has changed since is marked", async () => {
	const applicant = await createApplicant(staff.application, { data: { gender: "F", jambScore: 250 } });
	const { session_id: id } = await judged("JAMB above 220");
	await testDb()
		.update(submissions)
		.set({ data: { jambScore: 199 } })
		.where(eq(submissions.id, `form-${applicant.id}`));
	const [shown] = (await read({ session_id: id ?? "" })).body.metCandidatesData.data;
	expect(shown).toMatchObject({ isChanged: true, criteria: [{ verdict: "notMet" }] });
});

test("a session is its user's own, and of its application and institution", async () => {
	await createThree();
	const { session_id: id } = await judged("from Kogi");
	const other = await openServicesFixture();
	expect((await other.get(`${path}?app_id=${staff.application.id}`)).status).toBe(404);
	expect((await other.get(`${path}?app_id=${other.application.id}&session_id=${id}`)).status).toBe(404);
	const second = await createApplication(staff.organisation.id);
	expect((await staff.get(`${path}?app_id=${second.id}&session_id=${id}`)).status).toBe(404);
	const foreign = await createOrganisation();
	const theirs = await createApplication(foreign.id);
	expect((await ask("from Kogi", { app_id: theirs.id })).status).toBe(404);
	expect((await ask("from Kogi", { session_id: "no-such-session" })).status).toBe(404);
});

test("requests are strict", async () => {
	expect((await ask("from Kogi", { everybody: true })).status).toBe(422);
	expect((await ask("   ")).body.fields).toEqual({ prompt: ["Describe the applicants that you look for"] });
	expect((await read({ everybody: "true" })).status).toBe(422);
	expect((await ask("from Kogi", { stage_id: "no-such-stage" })).body.code).toBe("stage_unknown");
});

test("old sessions are deleted with their verdicts", async () => {
	await createThree();
	await judged("from Kogi");
	const of = async () => ({
		sessions: (await testDb().select().from(criteriaSessions)).filter(
			(one) => one.organisationId === staff.organisation.id,
		).length,
		verdicts: (await testDb().select().from(criteriaVerdicts)).filter(
			(one) => one.organisationId === staff.organisation.id,
		).length,
	});
	await deleteOldSessions(testDb(), staff.clock.now() - 1_000);
	expect(await of()).toEqual({ sessions: 1, verdicts: 3 });
	await deleteOldSessions(testDb(), staff.clock.now() + 1_000);
	expect(await of()).toEqual({ sessions: 0, verdicts: 0 });
});

test("a user of some places has the applicants there judged, and no others", async () => {
	const { organisationId, application } = await openTwoPlaces();
	const headersAt = async (place: PlaceName) => {
		const user = await createUser({ organisationId, privileges: ["candidate:r"] });
		await bindRole({ organisationId, userId: user.id, roleId: `role-${user.id}` }, place);
		return (await signIn(user, staff.clock.now())).headers;
	};
	const totals = async (place: PlaceName) => {
		const headers = await headersAt(place);
		const body = JSON.stringify({ app_id: application.id, prompt: "have not paid or have paid" });
		const asked = await staff.request(path, { method: "POST", body, headers });
		expect(asked.status).toBe(202);
		await work();
		const response = await staff.request(`${path}?app_id=${application.id}`, { headers });
		const { metCandidatesData } = (await response.json()) as Answer;
		return [metCandidatesData.resultTotal, metCandidatesData.data.map(({ name }) => name)];
	};
	expect(await totals("university")).toEqual([2, ["Ada Outsider", "Ada Insider"]]);
	expect(await totals("physics")).toEqual([1, ["Ada Insider"]]);
	expect(await totals("law")).toEqual([1, ["Ada Outsider"]]);
	expect(await totals("chemistry")).toEqual([0, []]);
});

test("answers of the form decide, with their own words, also files that are missing", async () => {
	const data = { maritalStatus: "Married", hometown: "Okene" };
	await createApplicant(staff.application, { firstName: "Bride", data });
	await createApplicant(staff.application, { firstName: "Silent", data: {} });
	const answer = await judged("married, home town contains Okene, without a birth certificate");
	expect(answer.metCandidatesData.data[0]?.criteria.flatMap(({ because }) => because)).toEqual([
		{ verdict: "met", label: "Marital status", answer: "Married" },
		{ verdict: "met", label: "Home town", answer: "Okene" },
		{ verdict: "met", label: "Birth certificate", answer: "No file" },
	]);
	expect(namesIn(answer.cannotTellCandidatesData)).toEqual(["Silent"]);
});

test("a slice reads its applicants in one set of queries, however many they are", async () => {
	const recorded: Recorded[] = [];
	const DB = recordingDatabase(env.DB, (statement) => recorded.push(statement));
	/** Returns how many statements a slice has taken, and those that read a table of the applicants. */
	const statements = async () => {
		expect((await ask("married, with a birth certificate, have paid")).status).toBe(202);
		recorded.splice(0);
		await deliverJobs(queues.sentJobs.splice(0), { clock: staff.clock, bindings: { ...queues.bindings, DB } });
		const reads = (table: string) =>
			recorded.filter(
				({ sql }) => /^\s*select/i.test(sql) && new RegExp(`\\b(from|join) "?${table}\\b`, "i").test(sql),
			);
		return {
			all: recorded.length,
			forms: reads("attachments").length,
			layouts: reads("form_design_versions").length,
			pending: reads("applicant_needs").length,
		};
	};
	const add = async (count: number) => {
		for (let n = 0; n < count; n += 1) {
			const applicant = await createApplicant(staff.application, { data: { maritalStatus: "Married" } });
			await createTransaction(applicant, { status: n % 2 === 0 ? "success" : "pending" });
		}
	};
	await add(2);
	const few = await statements();
	await add(40);
	const many = await statements();
	expect(many).toEqual(few);
	expect(few).toMatchObject({ forms: 1, pending: 1 });
});

test("facts are of the applicant's own form: not of another's, and not of a file that was put elsewhere", async () => {
	const married = { maritalStatus: "Married" };
	const first = await createApplicant(staff.application, { firstName: "First", data: married });
	await createApplicant(staff.application, { firstName: "Second", data: { maritalStatus: "Single" } });
	const without = await createApplicant(staff.application, { firstName: "Third", data: married, hasForm: false });
	const ofStaff = { organisationId: staff.organisation.id, title: "Document", section: "Documents", createdAt: 1 };
	const file = { ...ofStaff, name: "birth.pdf", mimetype: "application/pdf", size: 1, objectKey: "birth" };
	for (const [fieldId, submissionId] of [
		["birthCertificate", first.submissionId],
		["resultSlip", `form-${without.id}`],
	] as const)
		await testDb()
			.insert(attachments)
			.values({ ...file, id: `file-${submissionId}`, fieldId, submissionId });
	const answer = await judged("married and with a birth certificate");
	expect(namesIn(answer.metCandidatesData)).toEqual(["First"]);
	expect(namesIn(answer.notMetCandidatesData)).toEqual(["Second"]);
	expect(namesIn(answer.cannotTellCandidatesData), "a form that was not begun says nothing").toEqual(["Third"]);
});

test("a field that another form lacks is named, and nobody is judged by it", async () => {
	await createApplicant(staff.application, { data: { maritalStatus: "Married" } });
	const other = await createApplication(staff.organisation.id);
	await createApplicant(other, { firstName: "Ada", data: { surname: "Obi" } });
	const married = {
		anyOf: [{ allOf: [{ not: false, test: { about: "choice", fieldId: "maritalStatus", values: ["Married"] } }] }],
	};
	const saved = await staff.send<{ id: string }>("POST", "/candidate-criteria", {
		name: "Married",
		isShared: false,
		criteria: [married],
	});
	expect(saved.status).toBe(201);
	const { body } = await staff.get<{ data: { criteria: unknown[] }[] }>("/candidate-criteria");
	const criteria = body.data[0]?.criteria;
	const asked = await staff.send<Answer>("POST", path, { app_id: other.id, criteria });
	expect(asked.status).toBe(202);
	await work();
	const answer = (await staff.get<Answer>(`${path}?app_id=${other.id}`)).body;
	expect([answer.metCandidatesData, answer.notMetCandidatesData].map(({ resultTotal }) => resultTotal)).toEqual([0, 0]);
	expect(answer.cannotTellCandidatesData.data).toMatchObject([
		{ criteria: [{ verdict: "cannotTell", because: [{ label: "Not in this form", answer: null }] }] },
	]);
});

test("criteria ask of a sensitive field only whether it is answered, in words and made by hand", async () => {
	await makeSensitive(staff.application, "nin", "maritalStatus");
	await createApplicant(staff.application, {
		firstName: "Bride",
		data: { nin: "12345678901", maritalStatus: "Married" },
	});
	await createApplicant(staff.application, { firstName: "Silent", data: {} });
	const one = (test: object) => [{ anyOf: [{ allOf: [{ not: false, test }] }] }];
	const message = (label: string) => ({ criteria: [`“${label}” is sensitive. Ask only whether it is answered.`] });
	for (const [test, label] of [
		[{ about: "text", fieldId: "nin", words: "123" }, "NIN"],
		[{ about: "number", of: "field:nin", compare: "above", value: 1, to: null }, "NIN"],
		[{ about: "date", of: "field:nin", from: "2000-01-01", to: null }, "NIN"],
		[{ about: "choice", fieldId: "maritalStatus", values: ["Married"] }, "Marital status"],
	] as const) {
		const body = { app_id: staff.application.id, criteria: one(test) };
		const refused = await staff.send<Answer>("POST", path, body);
		expect([test.about, refused.status, refused.body.fields]).toEqual([test.about, 422, message(label)]);
	}
	expect(queues.sentJobs).toEqual([]);
	const begun = await staff.send<Answer>("POST", path, {
		app_id: staff.application.id,
		criteria: one({ about: "answered", fieldId: "nin" }),
	});
	expect(begun.status).toBe(202);
	await work();
	const { body } = await read({ session_id: begun.body.session_id ?? "" });
	expect(namesIn(body.metCandidatesData)).toEqual(["Bride"]);
	expect(body.metCandidatesData.data[0]?.criteria[0]?.because[0]?.answer).toBe("••••8901");
	const asked = await ask("marital status is Married");
	expect([asked.status, asked.body.notUnderstood[0]]).toEqual([
		200,
		{ words: "marital status", choices: ["Marital status is answered", "Marital status is not answered"] },
	]);
	expect((await ask("married")).body.criteriasList).toEqual([]);
	const words = await staff.get<ApplicationWords>(`/AI-Process-Applicants/words?app_id=${staff.application.id}`);
	expect(words.body.fields.find(({ fieldId }) => fieldId === "maritalStatus")).toMatchObject({
		isSensitive: true,
		options: [],
	});
});

test("a session from before a field became sensitive no longer tells its answer", async () => {
	await createApplicant(staff.application, { firstName: "Bride", data: { maritalStatus: "Married" } });
	const session = await judged("married");
	expect(namesIn(session.metCandidatesData)).toEqual(["Bride"]);
	await makeSensitive(staff.application, "maritalStatus");
	const { body } = await read({ session_id: session.session_id ?? "" });
	expect(body.metCandidatesData.data[0]).toMatchObject({
		isChanged: true,
		criteria: [{ verdict: "cannotTell", because: [{ label: "Marital status", answer: "••••" }] }],
	});
});
