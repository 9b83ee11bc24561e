import { eq, sql } from "drizzle-orm";
import { readXlsx } from "hucre/xlsx";
import { beforeAll, describe, expect, test } from "vitest";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createReferee,
	createStructure,
	createTransaction,
	testDb,
} from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { linkOf, linksOf, optionsOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { readPdf, withoutSpaces } from "#tests/support/read-pdf";
import { applications } from "#worker/database/schema/applications";
import { userRoles } from "#worker/database/schema/auth";
import { tasks } from "#worker/database/schema/records";
import { courses } from "#worker/database/schema/structure";
import { paymentExceptions } from "#worker/database/schema/transactions";
import { candidateGroups, identityKeys } from "#worker/database/schema/uploaded-candidates";

const november = "from=2026-11-01&to=2026-11-30";

/** An institution whose applicants are of two courses and three stages, and have paid on three days, with work left to do. */
const openDashboard = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId, {
		stages: ["Registration", "Submitted", "Conditional_offer", "Accepted"],
	});
	const staff = await createStaff({ organisationId });
	const [registration, submitted, offered] = application.steps;
	const [first, second] = application.courses;
	if (!registration || !submitted || !offered || !first || !second)
		throw new Error("the fixture lacks steps or courses");
	const places = [
		[submitted, first],
		[submitted, second],
		[offered, second],
		[registration, second],
	] as const;
	const people = [];
	for (const [step, course] of places)
		people.push(
			await createApplicant(application, {
				stepId: step.id,
				courseId: course.id,
				reviewerId: staff.id,
				stageChangedAt: 0,
			}),
		);
	const [ada, obi, eze, uma] = people;
	if (!ada || !obi || !eze || !uma) throw new Error("the fixture lacks applicants");
	const pay = (of: typeof ada, reference: string, paidDay: string) =>
		createTransaction(of, { reference, paidDay, amount: 1_000_000, gatewayCharge: 50_000 });
	await pay(ada, "PAID-ONE", "2026-11-02");
	await pay(obi, "PAID-TWO", "2026-11-02");
	await pay(eze, "PAID-THREE", "2026-11-05");
	for (const reference of ["PENDING-ONE", "PENDING-TWO"])
		await createTransaction(uma, { reference, status: "pending" });
	await createReferee(ada);
	for (const { id: ownerId } of [ada, obi])
		await testDb()
			.insert(identityKeys)
			.values({
				organisationId,
				scope: application.id,
				key: `phone:${organisationId}`,
				ownerId,
			});
	await testDb()
		.insert(paymentExceptions)
		.values({
			organisationId,
			id: `odd-${organisationId}`,
			kind: "unknown_reference",
			subject: "ODD",
			platform: "PAYSTACK",
			reference: "ODD",
			reason: "Nobody knows this payment.",
			createdAt: 1,
		});
	const task = { organisationId, type: "EXPORT_AUDIT_LOG", status: "FAILED", input: {}, total: 1 } as const;
	const ofStaff = { ...task, createdBy: staff.id, createdAt: 1, updatedAt: 1 };
	await testDb()
		.insert(tasks)
		.values([
			{ ...ofStaff, id: `failed-${organisationId}` },
			{ ...ofStaff, id: `done-${organisationId}`, status: "SUCCESS" },
			{ ...ofStaff, id: `other-${organisationId}`, createdBy: "somebody else" },
		]);
	const { browser } = await signedInBrowser(staff);
	const page = async (path: string) => {
		const response = await browser.get(path);
		expect([path, response.status]).toEqual([path, 200]);
		return response.text();
	};
	const at = `/${organisationId}/dashboard`;
	return {
		organisationId,
		application,
		courses: [first, second] as const,
		steps: [submitted, offered] as const,
		page,
		at,
	};
};

let open: Awaited<ReturnType<typeof openDashboard>>;
beforeAll(async () => {
	open = await openDashboard();
});

/** The rows of a table of a page: the name of each, its numbers and where it leads. */
const rowsOf = (html: string, label: string) => {
	const [, table = ""] = new RegExp(`<table[^>]*aria-label="${label}"[^>]*>([\\s\\S]*?)</table>`).exec(html) ?? [];
	return [...table.matchAll(/<tr[^>]*><th>([\s\S]*?)<\/th>([\s\S]*?)<\/tr>/g)].map(([, name = "", cells = ""]) => ({
		name: textOf(name),
		to: linksOf(name)[0],
		numbers: [...cells.matchAll(/<td>([\s\S]*?)<\/td>/g)].map(([, cell = ""]) => textOf(cell)),
	}));
};

/** How many rows a list says that it has. */
const totalIn = (html: string) => Number(/\d+–\d+ of ([\d,]+)/.exec(textOf(html))?.[1]);

const figuresIn = (html: string) =>
	Object.fromEntries(
		[...html.matchAll(/<dt>([\s\S]*?)<\/dt><dd><span>([\s\S]*?)<\/span>/g)].map(([, name = "", value = ""]) => [
			textOf(name),
			{ shown: textOf(value), to: linksOf(value)[0] },
		]),
	);

describe("the charts", () => {
	test("each bar leads to the list of the applicants who are counted in it", async () => {
		const html = await open.page(`${open.at}?application=${open.application.id}&${november}`);
		const stages = rowsOf(html, "Applicants by stage");
		expect(stages.map(({ name, numbers }) => [name, numbers.at(-1)])).toEqual([
			["Registration", "1"],
			["Submitted", "2"],
			["Conditional offer", "1"],
		]);
		const courses = rowsOf(html, "Applicants by course");
		expect(courses.map(({ numbers }) => numbers)).toEqual([
			["3", "3"],
			["1", "1"],
		]);
		const days = rowsOf(html, "Forms submitted by day");
		expect(days.map(({ name, numbers }) => [name, numbers])).toEqual([["November 1st 2026", ["4"]]]);
		for (const { name, to = "", numbers } of [...stages, ...courses, ...days])
			expect([name, totalIn(await open.page(to))]).toEqual([name, Number(numbers.at(-1))]);
		const { Applicants: all, "Forms submitted": forms, "Conditional offers": offers } = figuresIn(html);
		for (const { shown, to = "" } of [all, forms, offers].flatMap((one) => one ?? []))
			expect([to, totalIn(await open.page(to))]).toEqual([to, Number(shown)]);
	});

	test("each day of the revenue leads to the payments of that day, and no others", async () => {
		const html = await open.page(`${open.at}?${november}`);
		const days = rowsOf(html, "Revenue by day");
		expect(days.map(({ name, numbers }) => [name, numbers])).toEqual([
			["November 2nd 2026", ["₦21,000.00"]],
			["November 5th 2026", ["₦10,500.00"]],
		]);
		const listed = [];
		for (const { to = "" } of days) listed.push(totalIn(await open.page(to)));
		expect(listed).toEqual([2, 1]);
		const { Revenue: revenue, "Successful payments": payments } = figuresIn(html);
		expect([revenue?.shown, payments?.shown]).toEqual(["₦31,500.00", "3"]);
		const ofNovember = await open.page(payments?.to ?? "");
		expect([revenue?.to, totalIn(ofNovember)]).toEqual([payments?.to, 3]);
		expect(textOf(ofNovember)).toMatch(/Paid from.*Paid to/);
		const oneDay = figuresIn(await open.page(`${open.at}?from=2026-11-02&to=2026-11-02`))["Successful payments"];
		expect([oneDay?.shown, totalIn(await open.page(oneDay?.to ?? ""))]).toEqual(["2", 2]);
		const ofOne = await open.page(`${open.at}?${november}&application=${open.application.id}`);
		for (const { to = "" } of [...rowsOf(ofOne, "Revenue by day"), figuresIn(ofOne)["Successful payments"] ?? {}]) {
			expect(to).toContain(`applicationId=${open.application.id}`);
			expect(optionsOf(await open.page(to), "applicationId")).toEqual(["Application: all", open.application.title]);
		}
		const [first] = rowsOf(html, "Revenue by course");
		expect(first).toMatchObject({ name: expect.stringContaining(open.courses[1].title), numbers: ["2", "₦21,000.00"] });
		expect(figuresIn(await open.page(first?.to ?? "")).Revenue?.shown).toBe("₦21,000.00");
	});

	test("say that there is nothing instead of drawing it", async () => {
		const { id } = await createOrganisation();
		const { browser } = await signedInBrowser(await createStaff({ organisationId: id, privileges: ["statistics:r"] }));
		const html = await (await browser.get(`/${id}/dashboard`)).text();
		const text = textOf(html);
		for (const said of [
			"Nothing was paid in this period.",
			"No form was submitted in this period.",
			"There are no applicants yet.",
		])
			expect(text).toContain(said);
		expect(text).toContain("Nothing waits for you.");
		expect(html).not.toMatch(/<svg viewBox="0 0 600|class="ranked-bars/);
		expect(text).not.toMatch(/NaN|undefined/);
	});
});

/**
 * An institution with a faculty, to which one of two courses belongs. Of it are an applicant who has been registered for three days, and one
 * who was admitted four days ago, after six; of the other course is one who was declined two days ago. Two paid, each in a currency.
 */
const openFaculty = async () => {
	const { id: organisationId } = await createOrganisation();
	const { facultyId, departmentId } = await createStructure(organisationId);
	const application = await createApplication(organisationId, { stages: ["Registration", "Accepted", "Declined"] });
	const [registration, accepted, declined] = application.steps;
	const [physics, law] = application.courses;
	if (!registration || !accepted || !declined || !physics || !law)
		throw new Error("the fixture lacks steps or courses");
	await testDb().update(courses).set({ adminLevelItemId: departmentId }).where(eq(courses.id, physics.id));
	const daysAgo = (days: number) => Date.now() - days * 86_400_000;
	const place = (courseId: string, stepId: string, days: number) =>
		createApplicant(application, { courseId, stepId, stageChangedAt: daysAgo(days) });
	const ada = await place(physics.id, registration.id, 3);
	const obi = await place(physics.id, registration.id, 10);
	const eze = await place(law.id, declined.id, 2);
	await testDb().run(
		sql`UPDATE applicants SET step_id = ${accepted.id}, stage_changed_at = ${daysAgo(4)} WHERE id = ${obi.id}`,
	);
	for (const { id } of [obi, eze])
		await testDb().run(sql`UPDATE applicants SET submitted_at = ${daysAgo(9)} WHERE id = ${id}`);
	const paid = { amount: 10_000, gatewayCharge: 0 };
	await createTransaction(ada, { ...paid, reference: `N-${ada.id}`, paidDay: "2026-11-02" });
	await createTransaction(obi, { ...paid, reference: `M-${obi.id}`, paidDay: "2026-11-02" });
	await createTransaction(eze, { ...paid, reference: `D-${eze.id}`, paidDay: "2026-11-05", currency: "USD" });
	const ofGroup = { organisationId, id: `group-${organisationId}`, name: "JAMB", nameKey: "jamb", createdBy: "x" };
	await testDb()
		.insert(candidateGroups)
		.values({ ...ofGroup, applicationId: application.id, candidates: 1_240, applied: 3, createdAt: 1, updatedAt: 1 });
	const staff = await createStaff({ organisationId });
	const { browser } = await signedInBrowser(staff);
	const pageAt = async (search: string) => {
		const response = await browser.get(`/${organisationId}/dashboard${search}`);
		expect(response.status).toBe(200);
		return response.text();
	};
	return { organisationId, facultyId, departmentId, application, physics, browser, pageAt };
};

describe("of a faculty", () => {
	let faculty: Awaited<ReturnType<typeof openFaculty>>;
	let ofApplication = "";
	beforeAll(async () => {
		faculty = await openFaculty();
		ofApplication = `?application=${faculty.application.id}&period=all`;
	});

	test("the page and its file count what belongs to the chosen item, and to what is below it", async () => {
		const { facultyId, application, physics, browser, pageAt } = faculty;
		const html = await pageAt(`${ofApplication}&item=${facultyId}`);
		expect(optionsOf(html, "item")).toEqual(["Whole structure", "Faculty of Science", "– Department of Physics"]);
		expect(html).toMatch(new RegExp(`<option value="${facultyId}" selected="">`));
		const stages = rowsOf(html, "Applicants by stage");
		expect(stages.map(({ name, numbers }) => [name, numbers.at(-1)])).toEqual([
			["Registration", "1"],
			["Accepted", "1"],
		]);
		for (const { to = "" } of stages) {
			expect(to).toContain(facultyId);
			expect(totalIn(await (await browser.get(to)).text())).toBe(1);
		}
		expect(rowsOf(html, "Applicants by course").map(({ name }) => name)).toEqual([
			expect.stringContaining(physics.title),
		]);
		const { Applicants: applicants, Revenue: revenue } = figuresIn(html);
		expect([applicants?.shown, revenue?.shown, revenue?.to]).toEqual(["2", "₦200.00", undefined]);
		expect(textOf(html), "the lists of candidates belong to no course").not.toContain("expected candidates");
		const file = await browser.get(linkOf(html, "Excel") ?? "");
		const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()));
		const rows = sheets.find(({ name }) => name === "Summary")?.rows ?? [];
		expect(JSON.stringify(rows[1])).toContain(`${application.title}, Faculty of Science, all time`);
		expect(Object.fromEntries(rows.map(([name, value]) => [name, value]))).toMatchObject({
			Applicants: 2,
			Admitted: 1,
			Declined: 0,
		});
	});

	test("each stage says how long its applicants are there and how long others stayed, and the page how long a decision takes", async () => {
		const html = await faculty.pageAt(ofApplication);
		const [, table = ""] = /<table[^>]*aria-label="Applicants by stage"[^>]*>([\s\S]*?)<\/table>/.exec(html) ?? [];
		const heads = [...table.matchAll(/<th scope="col"[^>]*>([\s\S]*?)<\/th>/g)].map(([, head = ""]) => textOf(head));
		expect(heads).toEqual(["Stage", "Here for", "Stayed", "Applicants"]);
		expect(rowsOf(html, "Applicants by stage").map(({ name, numbers }) => [name, ...numbers])).toEqual([
			["Registration", "3 days", "6 days", "1"],
			["Accepted", "4 days", "–", "1"],
			["Declined", "2 days", "–", "1"],
		]);
		// Five days of the one, seven of the other.
		expect(textOf(html)).toContain("From the submitted form to the decision: 6 days, of 2 applicants.");
		expect(textOf(await open.page(open.at))).toContain("Nobody who submitted a form is admitted or declined yet.");
	});

	test("the figures say how many of the expected have applied, and how many were admitted and declined", async () => {
		const text = textOf(await faculty.pageAt(ofApplication));
		expect(text).toContain("3 of 1,240 expected candidates have applied");
		expect(text).toContain("1 admitted, 1 declined");
	});

	test("each currency has a trend of its own, with the days on which it was paid", async () => {
		const html = await faculty.pageAt(`?${november}`);
		const shown = (name: string) => rowsOf(html, name).map(({ name, numbers }) => [name, numbers]);
		expect(shown("Revenue by day in NGN")).toEqual([["November 2nd 2026", ["₦200.00"]]]);
		expect(shown("Revenue by day in USD")).toEqual([["November 5th 2026", ["$100.00"]]]);
		const drawn = tagsOf(html, "svg").filter((tag) => tag.includes('aria-label="Revenue by day'));
		expect(drawn.map((tag) => /the highest (\S+) on/.exec(tag)?.[1])).toEqual(["₦200.00", "$100.00"]);
		expect(rowsOf(html, "Revenue by day")).toEqual([]);
	});

	test("the line for paper says whose figures they are", async () => {
		const { facultyId, departmentId, application, physics, organisationId, pageAt } = faculty;
		const lineIn = (html: string) => textOf(/<p class="hidden print:block">([\s\S]*?)<\/p>/.exec(html)?.[1] ?? "");
		expect(lineIn(await pageAt("?period=all"))).toBe("All applications, all time");
		const chosen = `?application=${application.id}&item=${facultyId}&course=${physics.id}&${november}`;
		expect(lineIn(await pageAt(chosen))).toBe(
			`${application.title}, Faculty of Science, ${physics.title}, from November 1st 2026 to November 30th 2026`,
		);
		const bound = await createStaff({ organisationId });
		await testDb().update(userRoles).set({ adminLevelItemId: departmentId }).where(eq(userRoles.userId, bound.id));
		const { browser } = await signedInBrowser(bound);
		const theirs = await (await browser.get(`/${organisationId}/dashboard?period=all`)).text();
		expect(lineIn(theirs)).toBe("All applications, only the places of your roles, all time");
	});
});

/** What waits for the user, as the page says it. */
describe("of more applications than are offered at once", () => {
	let at = "";
	let browser: Browser;
	let oldest: Awaited<ReturnType<typeof createApplication>>;
	beforeAll(async () => {
		const { id: organisationId } = await createOrganisation();
		oldest = await createApplication(organisationId, { title: "Diploma of 1998" });
		const { formDesignId, workflowId } = oldest;
		for (let index = 0; index < 105; index += 1)
			await testDb()
				.insert(applications)
				.values({
					...{ organisationId, formDesignId, workflowId, id: `later-${index}`, title: `Intake ${index}` },
					createdAt: Date.UTC(2026, 10, 20) + index,
				});
		at = `/${organisationId}/dashboard`;
		const privileges = ["statistics:r"];
		({ browser } = await signedInBrowser(await createStaff({ organisationId, privileges })));
	});
	const pageAt = async (search: string) => (await browser.get(at + search)).text();

	test("the chosen one is always among them, and named", async () => {
		expect(optionsOf(await pageAt(""), "application")).toHaveLength(101);
		expect(optionsOf(await pageAt(""), "application")).not.toContain(oldest.title);
		const page = await pageAt(`?application=${oldest.id}`);
		expect(page).toMatch(new RegExp(`<option value="${oldest.id}" selected="">${oldest.title}</option>`));
		expect(textOf(page)).toContain(`What needs you today ${oldest.title}`);
	});

	test("what waits is said of the one with the most applicants", async () => {
		expect(textOf(await pageAt(""))).toContain("What needs you today Intake 104");
		await createApplicant(oldest);
		expect(textOf(await pageAt(""))).toContain(`What needs you today ${oldest.title}`);
	});

	test("another one is found by its title, without scripts", async () => {
		const page = await pageAt("?title=diploma&period=all");
		expect(optionsOf(page, "application")).toEqual(["All applications", oldest.title]);
		expect(tagsOf(page, "input").find((tag) => tag.includes('name="title"'))).toContain('value="diploma"');
		expect(page).toMatch(/<option value="all" selected="">/);
		const kept = await pageAt(`?application=${oldest.id}&title=intake+10`);
		expect(optionsOf(kept, "application")).toEqual(expect.arrayContaining([oldest.title, "Intake 100", "Intake 10"]));
		expect(kept).toMatch(new RegExp(`<option value="${oldest.id}" selected="">`));
		expect(await pageAt("?title=nothing")).toContain("No application has that title.");
	});

	test("another one is found while somebody types", async () => {
		const found = await browser.get(`${at}/applications?title=diploma`);
		expect(await found.json()).toEqual({ choices: [{ value: oldest.id, label: oldest.title }] });
	});

	test("where all are offered, nothing is to be searched", async () => {
		const page = await open.page(open.at);
		expect(optionsOf(page, "application")).toEqual(["All applications", open.application.title]);
		expect(page).not.toContain("Find an application");
	});
});

const neededIn = (html: string) => {
	const [, list = ""] = /<ul class="needs">([\s\S]*?)<\/ul>/.exec(html) ?? [];
	return [...list.matchAll(/<a href="([^"]*)"><b>([\d,+]+)<\/b>([^<]*)<\/a>/g)].map(
		([, to = "", count, label = ""]) => ({
			label,
			count: Number(count),
			to: to.replaceAll("&amp;", "&"),
		}),
	);
};

test("days in the wrong order are said beside their fields, which keep them, in place of figures", async () => {
	const { browser } = await signedInBrowser(await createStaff({ organisationId: open.organisationId }));
	const response = await browser.get(`${open.at}?from=2026-11-05&to=2026-11-03`);
	const page = await response.text();
	expect([response.status, textOf(page)]).toEqual([
		422,
		expect.stringContaining("The end must not be before the beginning."),
	]);
	expect(textOf(page)).not.toContain("Error 422");
	expect(page).not.toContain("Revenue by course");
	expect(page).toMatch(/aria-invalid="true"[^>]*aria-describedby="wrong-days"[^>]*name="to"[^>]*value="2026-11-03"/);
});

describe("what needs you today", () => {
	test("counts the rows of the lists that it leads to", async () => {
		const needed = neededIn(await open.page(open.at));
		expect(needed.map(({ label, count }) => [label, count])).toEqual([
			["assigned to you", 4],
			["new submissions", 2],
			["waiting longest", 3],
			["with a referee missing", 1],
			["possible duplicate", 1],
			["pending payments", 2],
			["payment exception", 1],
			["failed task", 1],
		]);
		for (const { label, count, to } of needed) {
			const html = await open.page(to);
			if (label === "possible duplicate") expect(textOf(html)).toContain(`To review ${count}`);
			else if (label === "failed task") expect(textOf(html)).toMatch(/\b1–1 of 1\b|Try again/);
			else expect([label, totalIn(html)]).toEqual([label, count]);
		}
	});

	test.each([
		[["statistics:r"], []],
		[
			["statistics:r", "candidate:r"],
			["new submissions", "waiting longest", "with a referee missing", "possible duplicate"],
		],
		[
			["statistics:r", "payments:r"],
			["pending payments", "payment exception"],
		],
	])("names nothing that a user with %j may not open", async (privileges, labels) => {
		const staff = await createStaff({ organisationId: open.organisationId, privileges });
		const { browser } = await signedInBrowser(staff);
		const needed = neededIn(await (await browser.get(open.at)).text());
		expect(needed.map(({ label }) => label)).toEqual(labels);
		for (const { to } of needed) expect((await browser.get(to)).status).toBe(200);
	});
});

describe("the file of the dashboard", () => {
	test("has the figures of the page, as a workbook and as a PDF", async () => {
		const html = await open.page(`${open.at}?application=${open.application.id}&${november}`);
		const figures = figuresIn(html);
		const fileAt = async (name: string) => {
			const to = linkOf(html, name) ?? "";
			const { browser } = await signedInBrowser(await createStaff({ organisationId: open.organisationId }));
			const response = await browser.get(to);
			expect(response.status).toBe(200);
			return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
		};
		const workbook = await fileAt("Excel");
		expect(workbook.response.headers.get("content-disposition")).toMatch(/^attachment;.*Dashboard.*\.xlsx/);
		const { sheets } = await readXlsx(workbook.bytes);
		const sheet = (name: string) => sheets.find((one) => one.name === name)?.rows ?? [];
		const summary = Object.fromEntries(sheet("Summary").map(([name, value]) => [name, value]));
		expect(summary).toMatchObject({
			Applicants: Number(figures.Applicants?.shown),
			"Forms submitted": Number(figures["Forms submitted"]?.shown),
			"Conditional offers": Number(figures["Conditional offers"]?.shown),
		});
		expect(sheet("Revenue")[1]?.slice(0, 2)).toEqual(["NGN", Number(figures["Successful payments"]?.shown)]);
		expect(sheet("Revenue")[1]?.at(-1)).toBe(31_500);
		expect(figures.Revenue?.shown).toBe("₦31,500.00");
		expect(
			sheet("Applicants by stage")
				.slice(1)
				.map(([name, applicants]) => [name, String(applicants)]),
		).toEqual(rowsOf(html, "Applicants by stage").map(({ name, numbers }) => [name, numbers.at(-1)]));
		expect(
			sheet("Applicants by course")
				.slice(1)
				.map(([, title, applicants]) => [title, String(applicants)]),
		).toEqual(
			rowsOf(html, "Applicants by course").map(({ name, numbers }) => [
				open.courses.find(({ title }) => name.startsWith(title))?.title,
				numbers.at(-1),
			]),
		);
		const pdf = await fileAt("PDF");
		expect(pdf.response.headers.get("content-type")).toBe("application/pdf");
		const { text } = await readPdf(pdf.bytes);
		for (const said of ["₦31,500.00", ...rowsOf(html, "Applicants by stage").map(({ name }) => name)])
			expect(text).toContain(withoutSpaces(said));
	});

	test("is of the days and the application of the address", async () => {
		const { browser } = await signedInBrowser(await createStaff({ organisationId: open.organisationId }));
		const read = async (search: string) => {
			const response = await browser.get(`${open.at}/file?${search}`);
			const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
			return sheets.find(({ name }) => name === "Revenue")?.rows[1]?.at(-1);
		};
		expect(await read("from=2026-11-05&to=2026-11-05")).toBe(10_500);
		expect(await read("from=2026-11-03&to=2026-11-04")).toBeUndefined();
		expect((await browser.get(`${open.at}/file?application=nobody`)).status).toBe(404);
	});

	test.each([
		["format=docx", "The format is xlsx or pdf."],
		["format=", "The format is xlsx or pdf."],
		["format=PDF", "The format is xlsx or pdf."],
		["from=2026-02-30", "Some of the address is not valid."],
		["from=2026-11-04&to=2026-11-03", "The end must not be before the beginning."],
	])("refuses %s, and says so", async (search, said) => {
		const { browser } = await signedInBrowser(await createStaff({ organisationId: open.organisationId }));
		const response = await browser.get(`${open.at}/file?${search}`);
		expect(response.status).toBe(422);
		expect(textOf(await response.text())).toContain(said);
	});

	test("is refused to who may not see the dashboard", async () => {
		const staff = await createStaff({ organisationId: open.organisationId, privileges: ["candidate:r", "payments:r"] });
		const { browser } = await signedInBrowser(staff);
		const response = await browser.get(`${open.at}/file?format=pdf`);
		expect([response.status, response.headers.get("content-type")]).toEqual([403, "text/html; charset=utf-8"]);
	});
});
