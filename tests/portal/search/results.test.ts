import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { openPayments } from "#tests/services/transactions/payments-fixture";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createTransaction,
	testDb,
} from "#tests/support/factories";
import { formOf, linkOf, linksOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { searchText } from "#worker/contract/text/search-text";
import { organisations } from "#worker/database/schema/organisations";

const openFixture = async (firstName: string, privileges?: readonly string[], facts: { hasForm?: boolean } = {}) => {
	const { id: organisationId } = await createOrganisation();
	const [organisation] = await testDb().select().from(organisations).where(eq(organisations.id, organisationId));
	const columns = {
		firstName,
		middleName: null,
		lastName: "Balogun",
		applicationNumber: "NO/26/77",
		email: "t@m.example",
		reference: "R",
	};
	const applicant = await createApplicant(await createApplication(organisationId), {
		...columns,
		...facts,
		searchText: searchText(organisation?.searchKey ?? "", columns),
	});
	const staff = await createStaff({ organisationId, ...(privileges && { privileges }) });
	const { browser } = await signedInBrowser(staff);
	const base = `/${organisationId}`;
	const page = async (q: string) => (await browser.get(`${base}/search?q=${encodeURIComponent(q)}`)).text();
	const data = async (q: string) =>
		browser.get(`${base}/search?q=${encodeURIComponent(q)}&_data=${encodeURIComponent("routes/search/results")}`);
	return { base, browser, applicant, page, data };
};
let here: Awaited<ReturnType<typeof openFixture>>;
beforeAll(async () => {
	here = await openFixture("Tọ́lá");
	await openFixture("Tọ́lá");
});

test("finds an applicant by a name without its accents, and links to them", async () => {
	const html = await here.page("tola bal");
	expect(textOf(html)).toContain("Tọ́lá Balogun");
	expect(linksOf(html)).toContain(`${here.base}/applicants/${here.applicant.id}`);
});

test("finds transactions after #, each with its applicant and its paper, which only of a success is a receipt", async () => {
	const { base, applicant, browser, page } = here;
	const paid = await createTransaction(applicant, { reference: "FOUND-PAID" });
	const failed = await createTransaction(applicant, { reference: "FOUND-FAILED", status: "failed" });
	const html = await page("#found");
	const paperOf = ({ id }: { id: string }) => `${base}/transactions/${id}/receipt`;
	expect(linkOf(html, "Receipt : FOUND-PAID")).toBe(paperOf(paid));
	expect(linkOf(html, "Record, not a receipt : FOUND-FAILED")).toBe(paperOf(failed));
	const receipt = await browser.get(paperOf(paid));
	expect([receipt.status, receipt.headers.get("content-type")]).toEqual([200, "application/pdf"]);
});

test("shows what a transaction is of: its amount, platform, age and status", async () => {
	await createTransaction(here.applicant, {
		reference: "SHOWN-1",
		name: "Ada Obi",
		platform: "REMITA",
		amount: 1_500_000,
		gatewayCharge: 16_125,
		status: "pending",
		createdAt: Date.now() - 3 * 86_400_000,
	});
	expect(textOf(await here.page("#shown-1"))).toMatch(
		/SHOWN-1 Ada Obi · ₦15,161\.25 · Remita · 3 days ago Pending Check Status/,
	);
});

test("finds transactions without # too where the text looks like one's, for users who may see them", async () => {
	const { applicant, page, data } = here;
	await createTransaction(applicant, {
		reference: "PLAIN-77X",
		name: "Bisi Ade",
		email: "bisi@inbox.example",
		rrr: "310012345678",
	});
	for (const text of ["plain-77", "bisi@inbox.example", "310012345678"]) {
		expect(await (await data(text)).json(), text).toMatchObject({ payments: [{ reference: "PLAIN-77X" }] });
		expect(textOf(await page(text))).toMatch(/Transactions PLAIN-77X Bisi Ade/);
	}
	expect(await (await data("bisi")).json(), "a name is searched among applicants alone").toMatchObject({
		payments: [],
	});
	const officer = await openFixture("Tọ́lá", ["payments:r"]);
	await createTransaction(officer.applicant, { reference: "OTHER-88X" });
	expect(await (await officer.data("other-88")).json()).toMatchObject({
		applicants: [],
		payments: [{ reference: "OTHER-88X" }],
	});
	const reader = await openFixture("Tọ́lá", ["candidate:r"]);
	await createTransaction(reader.applicant, { reference: "OTHER-99X" });
	expect(await (await reader.data("other-99")).json()).toMatchObject({ payments: [] });
});

test("narrows transactions by words after #, and says which", async () => {
	const { applicant, page } = here;
	await createTransaction(applicant, {
		reference: "WORDS-1",
		platform: "REMITA",
		status: "pending",
		createdAt: Date.now(),
	});
	await createTransaction(applicant, { reference: "WORDS-2", platform: "REMITA", status: "pending", createdAt: 1 });
	const html = textOf(await page("# words pending Remita today"));
	expect(html).toContain("WORDS-1");
	expect(html).not.toContain("WORDS-2");
	expect(html).toContain("After #, narrow by pending, success, failed, a platform, today, yesterday or this week.");
});

test("reads a day after 'query multiple', for users who may query", async () => {
	const { base, page } = here;
	const query = `${base}/transactions/query?from=`;
	expect(linkOf(await page("query multiple 18 nov 2025"), "Query transactions pending since November 18th 2025…")).toBe(
		`${query}2025-11-18`,
	);
	expect(textOf(await page("query multiple yesterday"))).toContain("Query multiple transactions from a date…");
	const reader = await openFixture("Tọ́lá", ["payments:r"]);
	expect(textOf(await reader.page("query multiple 18 nov 2025"))).not.toContain("Query transactions");
});

test("offers the paper of a transaction to users who may not open its applicant", async () => {
	const { base, applicant, browser, page } = await openFixture("Tọ́lá", ["payments:r"]);
	const { id } = await createTransaction(applicant, { reference: "FOUND-PAID" });
	const html = await page("#found");
	const paper = `${base}/transactions/${id}/receipt`;
	expect(linkOf(html, "Receipt : FOUND-PAID")).toBe(paper);
	expect(linksOf(html)).not.toContain(`${base}/applicants/${applicant.id}`);
	const receipt = await browser.get(paper);
	expect([receipt.status, receipt.headers.get("content-type")]).toEqual([200, "application/pdf"]);
});

test("without scripts the status of a found transaction is checked by its form", async () => {
	const payments = await openPayments();
	const base = `/${payments.organisationId}`;
	const privileges = ["payments:r", "payments:u"];
	const { browser } = await signedInBrowser(await createStaff({ organisationId: payments.organisationId, privileges }));
	const { id, reference } = await payments.start();
	await payments.deed(reference, "pay");
	const html = await (await browser.get(`${base}/search?q=${encodeURIComponent(`#${reference}`)}`)).text();
	expect(textOf(html)).toContain(`Check Status : ${reference}`);
	const at = `${base}/transactions/${id}`;
	const sent = await browser.post(at, formOf(html, at));
	expect([sent.status, sent.headers.get("location")]).toEqual([302, at]);
	expect(textOf(await (await browser.get(at)).text())).toContain(`Transaction ${reference} was successful.`);
	expect((await payments.ledger(id)).map(({ source, outcome }) => [source, outcome])).toContainEqual([
		"check",
		"success",
	]);
});

test("without scripts the three commands about transactions are links to where they are done", async () => {
	const { base, browser, page } = here;
	const yesterday = new Date(Date.now() - 86_400_000 + 3_600_000).toISOString().slice(0, 10);
	const pending = await createTransaction(here.applicant, {
		status: "pending",
		email: "waits@m.example",
		createdAt: Date.now() - 60_000,
	});
	for (const [q, title, to, said] of [
		[
			">query multiple",
			"Query multiple transactions from a date…",
			"/transactions/query",
			"Query Multiple Transactions",
		],
		[">export transactions", "Export transactions…", "/transactions/export", "Export · Transactions · Matricula"],
		[
			">pending since",
			"Payments pending since yesterday",
			`/transactions?status=PENDING&startDate=${yesterday}`,
			pending.email,
		],
	] as const) {
		const found = linkOf(await page(q), title);
		expect(found).toBe(`${base}${to}`);
		const opened = await browser.get(found ?? "");
		expect([opened.status, textOf(await opened.text())]).toEqual([200, expect.stringContaining(said)]);
	}
	const reader = await openFixture("Yemi", ["statistics:r"]);
	for (const q of [">query multiple", ">export transactions", ">pending since"])
		expect(linksOf(await reader.page(q)).join()).not.toMatch(/transactions(\/query|\/export|\?status)/);
});

test("offers only what can be done with an applicant: no form that was not begun", async () => {
	const other = await openFixture("Bisi", undefined, { hasForm: false });
	expect(linksOf(await other.page("bisi"))).not.toContain(`${other.base}/applicants/${other.applicant.id}/edit`);
	expect(linksOf(await here.page("tola bal"))).toContain(`${here.base}/applicants/${here.applicant.id}/edit`);
});

test("finds pages and commands too", async () => {
	expect(linksOf(await here.page("profile"))).toContain(`${here.base}/user-profile`);
	expect(textOf(await here.page(">dark"))).toContain("Use the dark theme");
});

test("responds to the palette with data of this organisation's applicants only", async () => {
	const response = await here.data("tola");
	expect(response.status).toBe(200);
	expect(await response.json()).toMatchObject({ q: "tola", failure: null, applicants: [{ id: here.applicant.id }] });
});

test("finds no applicants for users who may not see them", async () => {
	const other = await openFixture("Wale", ["statistics:r"]);
	expect(await (await other.data("wale")).json()).toMatchObject({ applicants: [], failure: null });
	expect(textOf(await other.page("wale"))).not.toContain("Balogun");
});

test.each([
	`"`,
	"*",
	"NEAR(",
	"@",
	"@@",
	">",
	"/",
	"\u0000",
	"\u{1F393}",
	"x".repeat(10_000),
	"<img src=x onerror=a>",
	" ",
])("responds to any text: %j", async (q) => {
	expect((await here.data(q)).status).toBe(200);
	const html = await here.page(q);
	expect(html).not.toContain("<img src=x");
	expect(textOf(html)).toContain("Search");
});

test("says when nothing is found", async () => {
	expect(textOf(await here.page("zzzzqqq"))).toContain("Nothing matches “zzzzqqq”");
});
