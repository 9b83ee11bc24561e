import { beforeAll, expect, test } from "vitest";
import { openPayments } from "#tests/services/transactions/payments-fixture";
import { createApplicant, createApplication, createOrganisation, createTransaction } from "#tests/support/factories";
import { csrfOf, linkOf, linksOf, optionsOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";

type Row = Parameters<typeof createTransaction>[1];

const openScreen = async (rows: readonly Row[] = [], privileges = ["payments:r", "payments:u"]) => {
	const { id } = await createOrganisation();
	const application = await createApplication(id);
	const applicant = await createApplicant(application);
	const made = [];
	for (const row of rows) made.push(await createTransaction(applicant, row));
	const { browser } = await signedInBrowser(await createStaff({ organisationId: id, privileges }));
	const get = (search = "") => browser.get(`/${id}/transactions${search}`);
	const page = async (search = "") => (await get(search)).text();
	return { orgName: id, application, applicant, made, browser, get, page };
};

const day = 86_400_000;
const madeAt = Date.UTC(2026, 10, 1, 9);

let some: Awaited<ReturnType<typeof openScreen>>;
beforeAll(async () => {
	some = await openScreen([
		{
			reference: "R-REMITA",
			email: "ada@inbox.example",
			username: "ada-account",
			name: "Ada Obi",
			platform: "REMITA",
			rrr: "270012345678",
			amount: 1_500_000,
			gatewayCharge: 16_125,
			status: "pending",
		},
		{ reference: "R-PAYSTACK", email: "musa@inbox.example", name: "Musa Bello", createdAt: madeAt - 3 * day },
		{
			reference: "R-FAILED",
			email: "failed@inbox.example",
			platform: "INTERSWITCH",
			status: "failed",
			createdAt: madeAt - 9 * day,
		},
	]);
});

/** The emails of the listed payments, in their order. */
const emailsIn = (html: string) =>
	[...html.matchAll(/class="[^"]*row-link[^"]*"[^>]*>([^<]+)</g)].map(([, email]) => email);

test("lists payments in the columns of the specification, the amount with the gateway's charge", async () => {
	const text = textOf(await some.page());
	expect(text).toContain("Payer's Email User Account RRR Amount Platform Date Status Action");
	expect(text).toMatch(
		/ada@inbox\.example ada-account 270012345678 ₦15,161\.25 Remita Remita · November 1st 2026 Pending/,
	);
});

test("offers exactly the statuses and platforms of the specification", async () => {
	const html = await some.page();
	expect(optionsOf(html, "status")).toEqual(["Status: all", "Pending", "Success", "Failed"]);
	expect(optionsOf(html, "platform")).toEqual(["Platform: all", "Interswitch", "Paystack", "Remita"]);
});

test.each([
	["?q=ada%40inbox", ["ada@inbox.example"]],
	["?q=R-PAYSTACK", ["musa@inbox.example"]],
	["?q=270012345678", ["ada@inbox.example"]],
	["?q=bello", ["musa@inbox.example"]],
	["?status=PENDING", ["ada@inbox.example"]],
	["?status=failed", ["failed@inbox.example"]],
	["?platform=PAYSTACK", ["musa@inbox.example"]],
	["?status=SUCCESS&platform=PAYSTACK", ["musa@inbox.example"]],
	["?startDate=2026-10-27&endDate=2026-10-30", ["musa@inbox.example"]],
	["?size=10&page=0", ["ada@inbox.example", "musa@inbox.example", "failed@inbox.example"]],
])("the address %s shows what it names", async (search, emails) => {
	expect(emailsIn(await some.page(search))).toEqual(emails);
});

test("an empty list says so, and leads back to all when it was searched", async () => {
	const html = await some.page("?q=zzzz");
	expect(textOf(html)).toContain("No Transactions history available");
	expect(linkOf(html, "Show all")).toBe(`/${some.orgName}/transactions`);
	const empty = await openScreen();
	expect(textOf(await empty.page())).toContain("No Transactions history available");
});

test.each(["?status=PAID", "?startDate=yesterday", "?platform=%C3%A9"])("refuses the address %s", async (search) => {
	expect((await some.get(search)).status).toBe(422);
});

test("pages of ten keep the filters", async () => {
	const many = await openScreen(Array.from({ length: 12 }, (_, index) => ({ createdAt: madeAt - index })));
	const html = await many.page("?status=SUCCESS");
	expect(textOf(html)).toContain("1–10 of 12");
	const next = linkOf(html, "Next") ?? "";
	expect(next).toContain("status=SUCCESS");
	expect(textOf(await (await many.browser.get(next)).text())).toContain("11–12 of 12");
	expect(textOf(await many.page("?size=20"))).toContain("1–12 of 12");
});

test("shows a payment with its lines, without those of no amount, and what is known of it", async () => {
	const applicant = await createApplicant(some.application);
	const { id } = await createTransaction(applicant, {
		reference: "R-LINES",
		email: "lines@inbox.example",
		name: "Ngozi Eze",
		username: "ngozi-account",
		amount: 1_500_000,
		gatewayCharge: 16_125,
		items: [
			{ name: "Application form", amount: 1_500_000, currency: "NGN" },
			{ name: "Late registration", amount: 0, currency: "NGN" },
		],
	});
	const html = await some.page(`/${id}?status=SUCCESS`);
	const text = textOf(html);
	expect(text).toMatch(/Application form ₦15,000\.00 Gateway fee ₦161\.25 Total ₦15,161\.25/);
	const [course] = some.application.courses;
	expect(text).toContain(
		`Name Ngozi Eze User Account ngozi-account Email lines@inbox.example Application ${some.application.title} Course ${course?.code} ${course?.title}`,
	);
	expect(text).toMatch(/Date November 1st 2026, 10:00 Platform Paystack Reference R-LINES RRR --\/--/);
	expect(text).not.toContain("Late registration");
	expect(text).not.toContain("still pending");
	expect(linkOf(html, "Receipt")).toBe(`/${some.orgName}/transactions/${id}/receipt`);
	expect(linksOf(html), "closing returns to the same list").toContain(`/${some.orgName}/transactions?status=SUCCESS`);
});

test("leads to the applicant only a user who may open applicants", async () => {
	const { id, applicantId } = some.made[0] ?? {};
	const href = `/${some.orgName}/applicants/${applicantId}`;
	expect(linksOf(await some.page(`/${id}`))).not.toContain(href);
	const { browser } = await signedInBrowser(
		await createStaff({ organisationId: some.orgName, privileges: ["payments:r", "candidate:r"] }),
	);
	const html = await (await browser.get(`/${some.orgName}/transactions/${id}`)).text();
	expect(linkOf(html, "Applicant")).toBe(href);
});

test("a pending payment says so and offers to try again; an unknown one is not found", async () => {
	const html = await some.page(`/${some.made[0]?.id}`);
	expect(textOf(html)).toContain("The transaction with the reference R-REMITA is still pending, try checking again.");
	expect(textOf(html)).toContain("Try Again");
	expect((await some.get("/nobody")).status).toBe(404);
	const other = await openScreen([{ reference: "ELSEWHERE" }]);
	expect((await some.get(`/${other.made[0]?.id}`)).status).toBe(404);
});

test("what a user may do decides what is offered (§6)", async () => {
	const only = async (privileges: string[]) => {
		const opened = await openScreen([{ reference: "R" }], privileges);
		return { ...opened, html: await opened.page() };
	};
	const reader = await only(["payments:r"]);
	expect(textOf(reader.html)).toContain("Check Status");
	expect(textOf(reader.html)).not.toContain("Query Multiple Transactions");
	expect((await reader.get("/query")).status).toBe(403);
	const updater = await only(["payments:u"]);
	expect(textOf(updater.html)).toContain("Query Multiple Transactions");
	expect(textOf(updater.html)).not.toMatch(/Check Status|View Details|Export/);
	expect((await updater.get("/export")).status).toBe(403);
	expect((await updater.get(`/${updater.made[0]?.id}`)).status).toBe(403);
	const nobody = await openScreen([], ["candidate:r"]);
	expect((await nobody.get()).status).toBe(403);
	expect(linkOf(await (await nobody.browser.get(`/${nobody.orgName}/applicants`)).text(), "Transactions")).toBe(
		undefined,
	);
});

/** Follows the redirect of a posted form. @returns the page with its toast, and its address */
const follow = async ({ browser }: Pick<typeof some, "browser">, response: Response) => {
	expect(response.status).toBe(302);
	const to = response.headers.get("location") ?? "";
	return { to, text: textOf(await (await browser.get(to)).text()) };
};

test("asks the platform: a pending payment warns and opens, then it is paid, and the ledger tells it", async () => {
	const payments = await openPayments("PAYSTACK");
	const orgName = payments.organisationId;
	const staff = await createStaff({ organisationId: orgName, privileges: ["payments:r", "payments:u"] });
	const { browser } = await signedInBrowser(staff);
	const { reference, id } = await payments.start();
	const list = `/${orgName}/transactions`;
	const csrf = csrfOf(await (await browser.get(list)).text());
	const check = (path = "") => browser.post(`${list}${path}?status=PENDING`, { csrf, ...(path ? {} : { check: id }) });
	const pending = await follow({ browser }, await check());
	expect(pending.to).toBe(`${list}/${id}?status=PENDING`);
	expect(pending.text).toContain("Transaction is still pending");
	expect(pending.text).toMatch(/History Status checked/);
	const name = `${staff.firstName} ${staff.lastName}`;
	expect(pending.text, "the ledger names who asked").toMatch(new RegExp(`Status checked [^·]*${name} · `));
	const again = await follow({ browser }, await check(`/${id}`));
	expect([again.to, again.text]).toEqual([pending.to, expect.stringContaining("Transaction is still pending")]);
	await payments.turn(reference, "http_500", { times: 1 });
	const down = await follow({ browser }, await check());
	expect([down.to, down.text]).toEqual([
		`${list}?status=PENDING`,
		expect.stringContaining("Error 503: Payment platform is currently down kindly retry later"),
	]);
	await payments.deed(reference, "pay");
	const paid = await follow({ browser }, await check(`/${id}`));
	expect(paid.text).toContain(`Transaction ${reference} was successful.`);
	expect(paid.text).not.toContain("still pending");
	expect((await follow({ browser }, await check())).to, "any other result stays on the list").toBe(
		`${list}?status=PENDING`,
	);
});

test("says that a platform cannot be asked without its keys, and refuses a form of another session", async () => {
	const { orgName, browser, made } = some;
	const csrf = csrfOf(await some.page());
	const post = (path: string, fields: Record<string, string>) =>
		browser.post(`/${orgName}/transactions${path}`, fields);
	const refused = await follow(some, await post("", { csrf, check: made[0]?.id ?? "" }));
	expect(refused.to).toBe(`/${orgName}/transactions`);
	expect(refused.text).toContain("No Remita configs could be loaded.");
	expect((await post("", { csrf, check: "nobody" })).status).toBe(404);
	expect((await post("", { csrf: "another", check: made[0]?.id ?? "" })).status).toBe(403);
	expect((await post(`/${made[0]?.id}`, {})).status).toBe(403);
});

test("queries from a chosen date, and refuses a missing, an impossible and a future one", async () => {
	const { orgName, browser } = some;
	const at = `/${orgName}/transactions/query`;
	const html = await some.page("/query?status=PENDING&from=2026-11-01");
	expect(tagsOf(html, "input").find((tag) => tag.includes('name="startingFrom"'))).toContain('value="2026-11-01"');
	expect(textOf(html)).toMatch(/Today Yesterday 7 days ago/);
	const csrf = csrfOf(html);
	expect(textOf(html)).toContain("1 pending since November 1st 2026.");
	const post = (startingFrom: string, counted = "") =>
		browser.post(`${at}?status=PENDING`, { csrf, startingFrom, counted });
	for (const wrong of ["", "2026-13-45", "soon"]) {
		const refused = await post(wrong);
		expect([refused.status, textOf(await refused.text())]).toEqual([
			422,
			expect.stringContaining("Choose a valid date."),
		]);
	}
	const future = await post("2999-01-01");
	expect([future.status, textOf(await future.text())]).toEqual([
		422,
		expect.stringContaining("Choose today or an earlier day."),
	]);
	const counted = await follow(some, await post("2026-10-01", "2026-11-01"));
	expect(counted.to, "a day whose payments were not counted is counted first").toBe(
		`${at}?status=PENDING&from=2026-10-01`,
	);
	expect(counted.text).toContain("1 pending since October 1st 2026.");
	const begun = await follow(some, await post("2026-10-01", "2026-10-01"));
	expect(begun.to).toBe(`/${orgName}/transactions?status=PENDING`);
	expect(begun.text).toContain("Every pending transaction since October 1st 2026 is being queried.");
	const empty = await openScreen([{ reference: "PAID" }]);
	const none = await empty.browser.post(`/${empty.orgName}/transactions/query`, {
		csrf: csrfOf(await empty.page("/query")),
		startingFrom: "2026-10-01",
	});
	expect(textOf(await none.text())).toContain("No payment since that day is pending.");
});

test("says of a day to come and of one since which nothing is pending what is wrong", async () => {
	expect(textOf(await some.page("/query?from=2999-01-01"))).toContain("Choose today or an earlier day.");
	const paid = await openScreen([{ reference: "PAID" }]);
	expect(textOf(await paid.page("/query?from=2026-11-01"))).toContain("None pending since November 1st 2026.");
});

test("exports with the list's filters, ignores dates that are none, and leads to the file", async () => {
	const { orgName, browser, application } = some;
	const at = `/${orgName}/transactions/export`;
	const html = await some.page("/export?status=PENDING&startDate=2026-10-01");
	expect(textOf(html)).toContain("The file is generated and downloaded automatically.");
	expect(optionsOf(html, "applicationId")).toContain(application.title);
	const boxes = tagsOf(html, "input").filter((tag) => tag.includes('name="status"') && tag.includes("checkbox"));
	expect(boxes.map((tag) => tag.includes("checked"))).toEqual([true, false, false]);
	const csrf = csrfOf(html);
	const post = (fields: Record<string, string | string[]>) => browser.post(at, { csrf, ...fields });
	const begun = await post({ applicationId: application.id, status: ["PENDING", "NONSENSE"], startAt: "soon" });
	expect(begun.status).toBe(302);
	const to = begun.headers.get("location") ?? "";
	expect(to).toMatch(new RegExp(`^/${orgName}/downloads/[^?]+\\?back=transactions&start=auto$`));
	expect(linkOf(await (await browser.get(to)).text(), "Back")).toBe(`/${orgName}/transactions`);
	for (const [fields, message] of [
		[{ startAt: "2026-11-02", endAt: "2026-11-01" }, "The end must not be before the beginning."],
		[{ startAt: "2020-01-01", endAt: "2020-01-02" }, "There is no transaction to export."],
		[{ applicationId: "nobody" }, "Unable to Fetch Application"],
	] as const) {
		const refused = await post(fields);
		expect(refused.status, message).toBeGreaterThanOrEqual(400);
		expect(textOf(await refused.text())).toContain(message);
	}
});

test("finds applications for the export by their title", async () => {
	const html = await some.page(`/export?title=zzzz`);
	expect(optionsOf(html, "applicationId")).toEqual(["All applications"]);
	expect(html).toContain("No application has that title.");
});
