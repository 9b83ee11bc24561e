import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deliverEvents, deliverJobs, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createApplication, createUser, signIn, testDb } from "#tests/support/factories";
import { bytesOf, redPixel, webp } from "#tests/support/files";
import { readPdf, withoutSpaces } from "#tests/support/read-pdf";
import { scriptPayloads } from "#tests/support/script-payloads";
import { makeSensitive } from "#tests/support/sensitive-fields";
import type { FormCol, FormLayout } from "#worker/contract/forms/form-schema";
import { applicants } from "#worker/database/schema/applicants";
import { organisations } from "#worker/database/schema/organisations";
import { notifications } from "#worker/database/schema/records";

const col = (fieldId: string, type: string, label: string): FormCol => ({ fieldId, type, props: { label } });
const layout: FormLayout = {
	sections: [
		{
			id: "personal",
			title: "Personal details",
			rows: [
				{ id: "r1", cols: [col("surname", "text", "Surname"), col("dob", "single-date", "Date of birth")] },
				{ id: "r2", cols: [col("essay", "wysiwyg", "Why here?"), col("town", "text", "Home town")] },
			],
		},
		{
			id: "results",
			title: "Results",
			repeatable: true,
			rows: [{ id: "r3", cols: [col("neco", "neco-result", "Result")] }],
		},
		{
			id: "opinion",
			title: "Academic referee",
			refereeSectionType: "academic",
			rows: [{ id: "r4", cols: [col("view", "textarea", "Opinion")] }],
		},
	],
};
const sitting = (registrationNumber: string, english = "C4") => ({
	firstName: "Adé",
	lastName: "Ọ̀ṣun",
	registrationNumber,
	examination: "NECO 2026",
	gender: "F",
	subjects: [
		{ name: "Mathematics", shortName: "MTH", grade: "A1" },
		{ name: "English Language", shortName: "ENG", grade: english },
	],
});
const answers = {
	surname: "Ọ̀ṣunyẹmí",
	dob: "2007-03-02",
	essay: "<p>Fees are <strong>₦15,000.00</strong></p><script>alert('no')</script>",
	neco: sitting("1"),
	neco__2: sitting("2", "D7"),
	view: "a secret opinion",
};

/** Returns a drawable JPEG of that many bytes. */
const photograph = (size: number): Uint8Array<ArrayBuffer> => {
	const begin = bytesOf([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 2, 0, 2, 3, 1, 17, 0, 2, 17, 1, 3, 17, 1]);
	return bytesOf(begin, new Uint8Array(size - begin.length));
};

const openPrinter = async (data: Record<string, unknown> = answers, bindings = {}) => {
	const staff = await openServicesFixture({ bindings });
	const application = await createApplication(staff.organisation.id, { layout, title: "2026 Admission" });
	const applicant = await createApplicant(application, { data, photoKey: `photos/${application.id}.jpg` });
	const print = async () => {
		const response = await staff.request(`/candidates/${applicant.id}/form.pdf`);
		const bytes = new Uint8Array(await response.arrayBuffer());
		return { response, ...(await readPdf(bytes)) };
	};
	return { staff, application, applicant, print };
};

describe("the printable form", () => {
	it("is a PDF that contains everything except referees' answers", async () => {
		const { print, applicant } = await openPrinter();
		const { response, begin, text, pages, papers } = await print();
		expect(response.status).toBe(200);
		expect(begin).toBe("%PDF-");
		expect(new Set(papers), "A4").toEqual(new Set(["0 0 595.28 841.89"]));
		for (const expected of [
			"Adaeze Chinonso Okafor",
			applicant.applicationNumber,
			"2026 Admission",
			"Pending",
			"Registered date November 1st 2026",
			"Last reviewed --/--",
			"Ọ̀ṣunyẹmí",
			"March 2nd 2007",
			"₦15,000.00",
			"Home town --/--",
			"A1 Excellent",
			"C4 Credit",
			"NECO 2026, 2 credits",
			"NECO 2026 (2nd sitting), 1 credit",
			"D7 Pass, no credit",
			`page 1 of ${pages.length}`,
		])
			expect(text).toContain(withoutSpaces(expected));
		for (const hidden of ["secret", "Academic referee", "alert"]) expect(text).not.toContain(withoutSpaces(hidden));
	});

	it("contains the letters of Yoruba, Igbo and Hausa and the naira sign, in embedded fonts", async () => {
		const letters = "₦ Ẹ̀pẹ́ Ọ̀yọ́ Ṣàgámù · Ịkwụ Ọka ṅṅ Ụmụ · Ɓauchi ɓ Ɗan ɗ Ƙano ƙ Ƴar ƴ";
		const { text, fonts } = await (await openPrinter({ town: letters, essay: `<p><b>${letters}</b></p>` })).print();
		// why twice: in the regular and in the bold font.
		expect(text.split(withoutSpaces(letters))).toHaveLength(3);
		expect(fonts.length).toBeGreaterThan(1);
		expect(fonts.filter(({ isEmbedded }) => !isEmbedded)).toEqual([]);
	});

	it("is named after the applicant's number and name, and nothing in it can run", async () => {
		const { print } = await openPrinter();
		const { headers } = (await print()).response;
		expect(headers.get("content-type")).toBe("application/pdf");
		expect(headers.get("content-disposition")).toMatch(/^attachment; filename="NO-26-applicant-\d+ Adaeze Chinonso/);
		expect(headers.get("content-security-policy")).toContain("sandbox");
		expect(headers.get("x-content-type-options")).toBe("nosniff");
		expect(headers.get("cache-control")).toContain("no-store");
	});

	it("holds no script and no link that runs one, whatever was answered", async () => {
		const paragraphs = scriptPayloads.map((text) => `<p>${text}</p>`).join("");
		const honest = "https://school.example/why";
		const essay = `<p><a href="${honest}">why</a></p>${paragraphs}`;
		const { print } = await openPrinter({ surname: scriptPayloads.join(" "), town: scriptPayloads[0], essay });
		const { response, text, links, deeds } = await print();
		expect(response.status).toBe(200);
		expect(text, "it is shown as it was typed").toContain(withoutSpaces(scriptPayloads[0] ?? ""));
		expect(deeds).toEqual([]);
		expect(links, "the links of the form are read").toContain(honest);
		expect(links.filter((link) => !/^(https?:\/\/|mailto:)/.test(link))).toEqual([]);
	});

	it("shows the status by the mapping, and the address of the public summary", async () => {
		const { staff, application, applicant, print } = await openPrinter();
		const [, , accepted] = application.steps;
		await testDb().update(applicants).set({ stepId: accepted?.id }).where(eq(applicants.id, applicant.id));
		const { body } = await staff.get(`/candidates/${applicant.id}/printable-form`);
		expect(body).toMatchObject({
			status: { label: "Approved", colour: "green" },
			summaryUrl: `https://portal.test/${staff.organisation.id}/candidate-info/${applicant.publicId}`,
		});
		expect((await print()).text).toContain("Approved");
	});

	it.each<[string, Uint8Array]>([
		["a text", new TextEncoder().encode("<svg onload=alert(1)>")],
		["nothing", new Uint8Array()],
		["half a PNG", Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
		["a JPEG without a picture", Uint8Array.from([0xff, 0xd8, 0xff, 0xd9, ...Array<number>(40).fill(0)])],
		[
			"a JPEG of no size",
			Uint8Array.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 3, ...Array<number>(20).fill(0)]),
		],
		["a JPEG whose parts are empty", Uint8Array.from([0xff, 0xd8, ...Array<number>(60).fill(0xff)])],
		["a WebP", webp()],
		["a JPEG of more than 3 MB", photograph(3_000_001)],
	])("says that it cannot print a photo that is %s", async (_name, bytes) => {
		const { applicant, print } = await openPrinter();
		await env.FILES.put(applicant.photoKey ?? "", bytes);
		const { response, text } = await print();
		expect(response.status).toBe(200);
		expect(text).toContain(withoutSpaces("Picture cannot be printed, see the record"));
		expect(text).not.toContain("Nopassportpicture");
	});

	it("says that there is no photo only when there is none", async () => {
		const { applicant, print } = await openPrinter();
		await env.FILES.put(applicant.photoKey ?? "", photograph(3_000_000));
		expect((await print()).text).not.toMatch(/cannotbeprinted|Nopassportpicture/);
		await testDb().update(applicants).set({ photoKey: null }).where(eq(applicants.id, applicant.id));
		const { text } = await print();
		expect(text).toContain("Nopassportpicture");
		expect(text).not.toContain("cannotbeprinted");
	});

	it("shows hostile answers as text", async () => {
		const { print } = await openPrinter({
			surname: `${"x".repeat(20_000)} 😀 \u0000\u202e \ud800`,
			dob: { from: [["<b>"]] },
			town: "{{firstName}} <script>alert(1)</script>",
			essay: `${"<table><tr><td>".repeat(300)}deep${"<li>x".repeat(300)}`,
			neco: [{ ...sitting("1"), subjects: [] }, "no result"],
			__proto__x: { a: { b: [1, null, true] } },
		});
		const { response, text } = await print();
		expect(response.status).toBe(200);
		expect(text).toContain("<script>alert(1)</script>");
		expect(text).toContain("Otheranswers");
	});

	// why one place to cut at: gateways/pdf/rich-text.test.ts cuts at each, and a very long answer takes two seconds
	// to lay out.
	it("cuts an extremely long answer, and says so, also in the middle of a tag", async () => {
		const essay = `xxxx${"<p>word</p>".repeat(6_000)}`;
		const { response, text } = await (await openPrinter({ essay, town: "Ẹ̀pẹ́" })).print();
		expect(response.status).toBe(200);
		expect(text).toContain(withoutSpaces("word… (too long to be printed: read it on the screen)"));
		expect(text).toContain(withoutSpaces("Home town Ẹ̀pẹ́"));
	});

	it("shows the institution's logo, and omits a damaged one", async () => {
		const { staff, print } = await openPrinter();
		const logoKey = "logos/damaged.png";
		await testDb().update(organisations).set({ logoKey }).where(eq(organisations.id, staff.organisation.id));
		await env.FILES.put(logoKey, "no picture");
		expect(await print()).toMatchObject({ response: { status: 200 }, pictures: 0 });
		await env.FILES.put(logoKey, redPixel);
		expect((await print()).pictures).toBe(1);
	});

	it("exists for an applicant who has not started a form", async () => {
		const { staff, application } = await openPrinter();
		const applicant = await createApplicant(application, { hasForm: false });
		const response = await staff.request(`/candidates/${applicant.id}/form.pdf`);
		expect((await readPdf(new Uint8Array(await response.arrayBuffer()))).pages).toHaveLength(1);
	});
});

/** Requests the forms of a selection and runs the job that draws them. */
const printSelection = async (as: "pdf" | "zip", count: number) => {
	const queues = keepingQueues();
	const { staff, application, applicant } = await openPrinter(answers, queues.bindings);
	const others = [];
	for (let index = 1; index < count; index++) others.push(await createApplicant(application, { data: answers }));
	const ids = [applicant, ...others].map(({ id }) => id);
	const { body } = await staff.send<{ taskId: string }>("POST", "/candidates/forms", {
		candidateIds: [...ids, "nobody"],
		as,
	});
	const deliver = () => deliverJobs(queues.sentJobs, { clock: staff.clock, bindings: queues.bindings });
	return { ...queues, staff, ids, taskId: body.taskId, deliver };
};

/** Returns the first position of an ASCII text among bytes. */
const bytesAt = (bytes: Uint8Array, text: string): number => new TextDecoder("latin1").decode(bytes).indexOf(text);

describe("the forms of a selection", () => {
	it("become one PDF in which each form has its own page numbers", async () => {
		const { staff, taskId, deliver, sentEvents, bindings } = await printSelection("pdf", 2);
		expect((await staff.request(`/tasks/${taskId}/file`)).status).toBe(404);
		expect(await deliver()).toEqual({ accepted: 1, retried: 0 });
		expect((await staff.get(`/tasks/${taskId}`)).body).toMatchObject({ status: "SUCCESS", done: 3, total: 3 });
		const file = await staff.request(`/tasks/${taskId}/file`);
		expect(file.headers.get("content-disposition")).toContain("Applicant forms.pdf");
		const { pages } = await readPdf(new Uint8Array(await file.arrayBuffer()));
		const each = pages.length / 2;
		expect(pages.filter((page) => page.includes(`page1of${each}`))).toHaveLength(2);

		await deliverEvents(sentEvents, { bindings });
		const [notice] = await testDb().select().from(notifications).where(eq(notifications.userId, staff.user.id));
		expect(JSON.parse(notice?.message ?? "")).toMatchObject({ type: "PRINT_FORMS", status: "SUCCESS", taskId });
	});

	it("become several PDFs in a zip when their pictures are too large for one, without leaving any out", async () => {
		const { staff, ids, taskId, deliver } = await printSelection("pdf", 8);
		await env.FILES.put("photos/large.jpg", photograph(2_900_000));
		await testDb()
			.update(applicants)
			.set({ photoKey: "photos/large.jpg" })
			.where(eq(applicants.organisationId, staff.organisation.id));
		await deliver();
		expect((await staff.get(`/tasks/${taskId}`)).body).toMatchObject({
			status: "SUCCESS",
			result: { name: "Applicant forms.zip" },
		});
		const bytes = new Uint8Array(await (await staff.request(`/tasks/${taskId}/file`)).arrayBuffer());
		const begins = [..."12"].map((number) => bytesAt(bytes, `Applicant forms ${number}.pdf`));
		const volumes = [bytes.subarray(0, begins[1]), bytes.subarray(begins[1])];
		const texts = await Promise.all(volumes.map(async (volume) => (await readPdf(volume)).text));
		expect(texts.map((text) => text.split("Scantocheck").length - 1)).toEqual([6, ids.length - 6]);
		expect(texts.join()).not.toMatch(/cannotbeprinted|Nopassportpicture/);
		const kept = await env.FILES.list({ prefix: `downloads/${staff.organisation.id}/` });
		expect(kept.objects).toHaveLength(1);
	});

	it("become a zip with one PDF each, whose parts are deleted afterwards", async () => {
		const { staff, taskId, deliver } = await printSelection("zip", 17);
		await deliver();
		const { body } = await staff.get<{ result: { size: number } }>(`/tasks/${taskId}`);
		expect(body).toMatchObject({ status: "SUCCESS", done: 18, total: 18 });
		const file = await staff.request(`/tasks/${taskId}/file`);
		expect(file.headers.get("content-type")).toBe("application/octet-stream");
		const bytes = new Uint8Array(await file.arrayBuffer());
		expect(bytes).toHaveLength(body.result.size);
		const text = new TextDecoder("latin1").decode(bytes);
		expect(text.slice(0, 4)).toBe("PK\u0003\u0004");
		expect(text.split("PK\u0001\u0002")).toHaveLength(18);
		expect(text.match(/NO-26-applicant-\d+ Adaeze Chinonso Okafor\.pdf/g)).toHaveLength(34);
		const kept = await env.FILES.list({ prefix: `downloads/${staff.organisation.id}/` });
		expect(kept.objects).toHaveLength(1);
	});

	it.each(["pdf", "zip"] as const)(
		"are drawn once as a %s, however often the request and its message are repeated",
		async (as) => {
			const queues = keepingQueues();
			const { staff, applicant } = await openPrinter(answers, queues.bindings);
			const ask = () =>
				staff.send<{ taskId: string }>(
					"POST",
					"/candidates/forms",
					{ candidateIds: [applicant.id], as },
					"key-00000001",
				);
			const [first, second] = [await ask(), await ask()];
			expect(second).toEqual(first);
			const messages = [...queues.sentJobs, ...queues.sentJobs, ...queues.sentJobs];
			await deliverJobs(messages, { clock: staff.clock, bindings: queues.bindings });
			expect((await staff.get(`/tasks/${first.body.taskId}`)).body).toMatchObject({
				status: "SUCCESS",
				done: 1,
				total: 1,
			});
			const kept = await env.FILES.list({ prefix: `downloads/${staff.organisation.id}/` });
			expect(kept.objects).toHaveLength(1);
			await deliverEvents([...queues.sentEvents, ...queues.sentEvents], { bindings: queues.bindings });
			const notices = await testDb().select().from(notifications).where(eq(notifications.userId, staff.user.id));
			expect(notices.map(({ message }) => JSON.parse(message).status)).toEqual(["SUCCESS"]);
		},
	);

	it("are downloaded only by their owner, whole or in parts", async () => {
		const { staff, taskId, deliver } = await printSelection("pdf", 1);
		await deliver();
		const colleague = await signIn(await createUser({ organisationId: staff.organisation.id }), staff.clock.now());
		expect((await staff.request(`/tasks/${taskId}/file`, { headers: colleague.headers })).status).toBe(404);
		const part = await staff.request(`/tasks/${taskId}/file`, { headers: { range: "bytes=0-4" } });
		const begin = new TextDecoder().decode(await part.arrayBuffer());
		expect([part.status, begin]).toEqual([206, "%PDF-"]);
	});

	it.each(["pdf", "zip"] as const)(
		"have sensitive answers as masks in a %s; as they are, only for who may reveal them, and the log says so",
		async (as) => {
			const queues = keepingQueues();
			const printer = await openPrinter({ ...answers, town: "12345678901" }, queues.bindings);
			const { staff, application, applicant } = printer;
			await makeSensitive(application, "town");
			const reader = await createUser({ organisationId: staff.organisation.id, privileges: ["candidate:r"] });
			const { headers } = await signIn(reader, staff.clock.now());
			const ask = (more: object, init: RequestInit = {}) => {
				const body = JSON.stringify({ candidateIds: [applicant.id], as, ...more });
				return staff.request("/candidates/forms", { method: "POST", body, ...init });
			};
			const printed = async (response: Response, init: RequestInit = {}) => {
				expect(response.status).toBe(202);
				const { taskId } = (await response.json()) as { taskId: string };
				await deliverJobs(queues.sentJobs.splice(0), { clock: staff.clock, bindings: queues.bindings });
				const file = await staff.request(`/tasks/${taskId}/file`, init);
				return (await readPdf(new Uint8Array(await file.arrayBuffer()))).text;
			};
			const disclosures = async () => {
				await deliverEvents(queues.sentEvents.splice(0), { clock: staff.clock, bindings: queues.bindings });
				const { data = [] } = (await staff.get("/audit/event-log")).body;
				return data.filter(({ action }) => action === "applicants.answers_disclosed");
			};
			const [masked, clear] = [withoutSpaces("Home town ••••8901"), withoutSpaces("Home town 12345678901")];
			expect(await printed(await ask({}, { headers }), { headers })).toContain(masked);
			const byDefault = await printed(await ask({}));
			expect([byDefault.includes(masked), byDefault.includes("1234567")]).toEqual([true, false]);
			expect((await ask({ isClear: true }, { headers })).status).toBe(403);
			expect([queues.sentJobs, await disclosures()]).toEqual([[], []]);
			expect(await printed(await ask({ isClear: true }))).toContain(clear);
			expect(await disclosures()).toMatchObject([
				{
					what: "Put sensitive answers into a file",
					by: { kind: "staff", id: staff.user.id },
					subject: { name: "1 applicant" },
				},
			]);
		},
	);

	it("are refused as one PDF for more than 50 applicants", async () => {
		const { staff } = await openPrinter();
		const candidateIds = Array.from({ length: 51 }, (_, index) => `a${index}`);
		const { status, body } = await staff.send("POST", "/candidates/forms", { candidateIds, as: "pdf" });
		expect(status).toBe(422);
		expect(body.fields).toEqual({ as: ["One PDF holds at most 50 applicants. Choose a zip file."] });
	});

	it("are counted and listed first, for a selection or all that match, and drawn once when asked twice", async () => {
		const queues = keepingQueues();
		const { staff, application, applicant } = await openPrinter(answers, queues.bindings);
		const other = await createApplicant(application, { data: answers });
		const preview = async (body: Record<string, unknown>) =>
			(await staff.send("POST", "/candidates/selection-preview", { size: 20, ...body })).body;
		expect(await preview({ candidateIds: [applicant.id, "nobody"] })).toMatchObject({
			willChange: 1,
			notFound: 1,
			total: 2,
			rows: [
				{ id: applicant.id, outcome: "will_change" },
				{ id: "nobody", name: null, outcome: "not_found" },
			],
		});
		const matching = { applicationId: application.id, everybody: true };
		expect(await preview({ matching })).toMatchObject({
			willChange: 2,
			notFound: 0,
			total: 2,
			rows: [{ id: other.id }, { id: applicant.id }],
		});
		const print = (more: Record<string, unknown>) =>
			staff.send<{ taskId: string; forms: number; code: string }>("POST", "/candidates/forms", more, "key-forms-01");
		const body = { matching, expected: 2, as: "zip" };
		const [first, second] = [await print(body), await print(body)];
		expect(first.body).toMatchObject({ forms: 2 });
		expect([second.body, queues.sentJobs.length]).toEqual([first.body, 1]);
		await deliverJobs(queues.sentJobs, { clock: staff.clock, bindings: queues.bindings });
		const task = await staff.get(`/tasks/${first.body.taskId}`);
		expect(task.body).toMatchObject({ status: "SUCCESS", done: 2, total: 2 });
		const late = await staff.send("POST", "/candidates/forms", { ...body, expected: 9 });
		expect([late.status, late.body.code]).toEqual([409, "selection_changed"]);
		const none = await staff.send("POST", "/candidates/forms", {
			matching: { applicationId: application.id, keyword: "nobodyatall" },
			as: "zip",
		});
		expect([none.status, none.body.fields]).toEqual([422, { candidateIds: ["Nobody matches."] }]);
	});

	it("fail as a task when none of the applicants exists", async () => {
		const queues = keepingQueues();
		const { staff } = await openPrinter(answers, queues.bindings);
		for (const as of ["pdf", "zip"]) {
			const { body } = await staff.send<{ taskId: string }>("POST", "/candidates/forms", {
				candidateIds: ["gone"],
				as,
			});
			await deliverJobs(queues.sentJobs.splice(0), { clock: staff.clock, bindings: queues.bindings });
			expect((await staff.get(`/tasks/${body.taskId}`)).body).toMatchObject({ status: "FAILED" });
			expect((await staff.request(`/tasks/${body.taskId}/file`)).status).toBe(404);
		}
	});
});
