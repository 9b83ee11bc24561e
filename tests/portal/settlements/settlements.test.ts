import { beforeAll, expect, test } from "vitest";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createTransaction,
	testDb,
} from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { linkOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import * as steps from "#tests/support/portal-steps";
import { paymentReversals } from "#worker/database/schema/transactions";

let browser: Browser;
let orgName = "";
let applicant: Awaited<ReturnType<typeof createApplicant>>;
beforeAll(async () => {
	({ id: orgName } = await createOrganisation());
	applicant = await createApplicant(await createApplication(orgName));
	const privileges = ["payments:r", "payments:u"];
	({ browser } = await signedInBrowser(await createStaff({ organisationId: orgName, privileges })));
});
const pageAt = (path: string) => steps.pageAt(browser, path);
const send = (path: string, id: string, fields?: Record<string, string | File>) =>
	steps.sendForm(browser, path, id, fields);
const workUntil = (path: string, text: string) => steps.workUntilShown(browser, orgName, path, text);

const pay = (day: string, reference: string, amount: number) =>
	createTransaction(applicant, {
		reference,
		amount,
		status: "success",
		paidDay: day,
		paidAt: Date.parse(`${day}T09:00:00Z`),
		gatewayCharge: 0,
	});

test("without scripts: a settlement file is imported, its day is shown and closed, and what arrives later stands beside it", async () => {
	const day = "2026-03-02";
	const [, second] = [await pay(day, "P-ONE", 100_00), await pay(day, "P-TWO", 50_00)];
	const base = `/${orgName}/transactions`;
	expect(linkOf(await pageAt(base), "Daily close")).toBe(`${base}/days`);
	const days = await pageAt(`${base}/days`);
	expect(textOf(days)).toMatch(/March 2nd 2026 Paystack Expected: ₦150\.00 Settled: ₦0\.00.*-₦150\.00 Open/);
	expect(linkOf(days, "Settlement files")).toBe(`${base}/settlements`);
	expect(textOf(await pageAt(`${base}/settlements`))).toContain("No settlement files yet");

	const upload = (fields: Record<string, string>, csv: string) =>
		send(`${base}/settlements/new`, "upload-list", { ...fields, file: new File([csv], "settled.csv") });
	const csv = `Reference,Date,Amount,Fee\nP-ONE,${day},100.00,1.50\nP-TWO,${day},49.00,0\nP-NONE,${day},5.00,0\n`;
	const refused = await upload({}, csv);
	expect(refused.status).toBe(422);
	expect(textOf(refused.html)).toContain("Choose a platform.");
	const { status, to: here } = await upload({ platform: "PAYSTACK" }, csv);
	expect([status, here]).toEqual([302, expect.stringContaining(`${base}/settlements/`)]);
	await workUntil(here, "Ready to import");
	const preview = await pageAt(here);
	expect(textOf(preview)).toContain("1 line matches a payment, 2 do not.");
	expect(textOf(preview)).toContain("₦50.00 was asked for, and ₦49.00 was paid.");
	expect(linkOf(preview, "P-TWO")).toBe(`${base}/${second.id}`);
	expect(textOf(await pageAt(`${here}?outcome=unknown_reference`))).not.toContain("P-TWO");
	expect((await send(here, "import-add")).to).toBe(here);
	await workUntil(here, "3 lines were imported: 1 matches a payment.");
	const failed = await browser.get(`${here}/failed-rows`);
	expect(failed.headers.get("content-disposition")).toContain("settled (not matched).xlsx");
	expect(textOf(await pageAt(`${base}/settlements`))).toMatch(/settled\.csv Paystack Imported/);

	const dayPage = `${base}/days/${day}/PAYSTACK`;
	const open = await pageAt(dayPage);
	expect(textOf(open)).toMatch(
		/Expected ₦150\.00 2 payments.*Settled ₦154\.00 3 lines.*Fees -₦1\.50.*Difference ₦4\.00/,
	);
	expect(textOf(open)).toContain("Unmatched settlement lines");
	expect(linkOf(open, "Expected")).toBe(`${dayPage}/rows?list=expected&currency=NGN`);
	const paid = await pageAt(`${dayPage}/rows?list=expected&currency=NGN`);
	expect(textOf(paid)).toContain("Expected payments: ₦150.00 in 2 payments.");
	expect(textOf(paid)).toMatch(/P-ONE Settled Amount: ₦100\.00 P-TWO Settled Amount: ₦50\.00/);
	expect(linkOf(paid, "Open in transactions")).toBe(`${base}?paidDay=${day}&platform=PAYSTACK`);
	expect(textOf(await pageAt(`${base}?paidDay=${day}&platform=PAYSTACK`))).toContain("Paid on");
	const settled = `${dayPage}/rows?list=settled&currency=NGN`;
	expect(["Settled", "Fees", "Paid out"].map((label) => linkOf(open, label))).toEqual([settled, settled, settled]);
	expect(linkOf(open, "Difference")).toBe(`${dayPage}/rows?list=difference&currency=NGN`);
	const lines = await pageAt(`${settled}&size=10`);
	expect(textOf(lines)).toContain("Settled lines: ₦154.00 in 3 lines, ₦1.50 of it fees.");
	expect(textOf(lines)).toMatch(
		/P-ONE Matched Amount: ₦100\.00 Fee: ₦1\.50 Paid out: ₦98\.50 Row 2 P-TWO Amount differs/,
	);
	expect([linkOf(lines, "P-TWO"), linkOf(lines, "Row 2")]).toEqual([`${base}/${second.id}`, here]);
	const odd = await pageAt(`${dayPage}/rows?list=difference&currency=NGN`);
	expect(textOf(odd)).toContain("Difference: ₦4.00. The rows below add up to it.");
	expect(textOf(odd)).toMatch(
		/P-TWO Amount differs Amount: ₦49\.00 Difference: -₦1\.00.*P-NONE Unknown reference Amount: ₦5\.00 Difference: ₦5\.00/,
	);
	expect(textOf(odd)).not.toContain("P-ONE");
	expect(linkOf(open, "Close day")).toBe(`${dayPage}/close`);
	const closing = await send(`${dayPage}/close`, "close-day", { note: "Four naira are too much." });
	expect(closing.to).toBe(dayPage);
	const closed = await pageAt(dayPage);
	expect(textOf(closed)).toContain("Four naira are too much.");
	expect(textOf(closed)).toContain("Nothing has arrived since the day was closed.");
	expect(textOf(closed)).not.toContain("Close day");
	expect(textOf(await pageAt(`${dayPage}/close`))).toContain("This day is closed already.");

	await pay(day, "P-LATE", 7_00);
	const late = textOf(await pageAt(dayPage));
	expect(late).toMatch(
		/At the close Arrived after the close Now Expected ₦150\.00 2 payments ₦7\.00 1 payment ₦157\.00/,
	);
	expect(late).toContain("P-LATE");
	expect(textOf(await pageAt(`${base}/days?state=CLOSED`))).toContain("March 2nd 2026");
	expect(textOf(await pageAt(`${base}/days?state=OPEN`))).toContain("No day matches the filters.");
	expect((await browser.get(`${base}/days?state=SHUT`)).status).toBe(422);
});

test("sums that have changed since the question was opened are not closed, and the note is kept", async () => {
	const day = "2026-03-03";
	await pay(day, "Q-ONE", 1_00);
	const path = `/${orgName}/transactions/days/${day}/PAYSTACK/close`;
	const { status, html } = await send(path, "close-day", { version: "99", note: "Checked twice" });
	expect(status).toBe(409);
	expect(textOf(html)).toContain("The sums have changed since you opened this day. Review them again.");
	expect(html).toContain("Checked twice");
});

test("what went back on a day leads to its reversals, and nowhere while there are none", async () => {
	const day = "2026-03-04";
	const { id } = await pay(day, "S-ONE", 9_00);
	const path = `/${orgName}/transactions/days/${day}/PAYSTACK`;
	expect(linkOf(await pageAt(path), "Reversals")).toBeUndefined();
	await testDb()
		.insert(paymentReversals)
		.values({
			organisationId: orgName,
			id: `reversal-${id}`,
			transactionId: id,
			amount: 4_00,
			day,
			currency: "NGN",
			platform: "PAYSTACK",
			description: "Chargeback",
			createdAt: Date.parse(`${day}T09:00:00Z`),
		});
	const html = await pageAt(path);
	expect(linkOf(html, "Reversals")).toBe(`${path}#reversals`);
	const [, list = ""] = html.split('<section id="reversals"');
	expect(textOf(`<section${list}`)).toMatch(/^Reversals .*S-ONE.*₦4\.00/);
});

test("the rows of a day are turned page by page and back, and say when there are none", async () => {
	const day = "2026-03-05";
	for (let nth = 10; nth < 22; nth += 1) await pay(day, `T-${nth}`, 100);
	const dayPage = `/${orgName}/transactions/days/${day}/PAYSTACK`;
	const open = await pageAt(dayPage);
	expect(linkOf(open, "Settled")).toBeUndefined();
	const list = linkOf(open, "Difference") ?? "";
	const first = await pageAt(list);
	expect(textOf(first)).toMatch(/T-10 Not settled Amount: ₦1\.00 Difference: -₦1\.00.*T-19 Not settled/);
	expect(textOf(first)).not.toContain("T-20");
	const next = linkOf(first, "Next") ?? "";
	const last = await pageAt(next);
	expect(textOf(last)).toMatch(/T-20 .*T-21 /);
	expect(textOf(last)).not.toContain("T-19");
	expect([linkOf(last, "Next"), linkOf(last, "Previous")]).toEqual([undefined, list]);
	expect(textOf(await pageAt(`${dayPage}/rows`))).toContain("No line of a settlement file is about this day.");
	expect(textOf(await pageAt(`${list}&after=2-9999999`))).toContain("The list ends before this page.");
	for (const wrong of ["list=all", "currency=XYZ", "list=difference&after=x"])
		expect([wrong, (await browser.get(`${dayPage}/rows?${wrong}`)).status]).toEqual([wrong, 422]);
	expect((await browser.get(`/${orgName}/transactions/days/2020-01-01/PAYSTACK/rows`)).status).toBe(404);
});

test("a day whose payments are all settled has no difference to show", async () => {
	const day = "2026-03-06";
	await pay(day, "U-ONE", 8_00);
	const base = `/${orgName}/transactions`;
	const file = new File([`Reference,Date,Amount,Fee\nU-ONE,${day},8.00,0\n`], "same.csv");
	const { to } = await send(`${base}/settlements/new`, "upload-list", { platform: "PAYSTACK", file });
	await workUntil(to, "Ready to import");
	await send(to, "import-add");
	await workUntil(to, "1 line was imported: 1 matches a payment.");
	const html = await pageAt(linkOf(await pageAt(`${base}/days/${day}/PAYSTACK`), "Difference") ?? "");
	expect(textOf(html)).toContain(
		"Nothing differs Every payment of the day is settled by a line of the same amount, and nothing went back.",
	);
});

test("a day to come, a day without payments and a platform that does not exist", async () => {
	const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
	await pay(today, "R-TODAY", 1_00);
	const path = `/${orgName}/transactions/days/${today}/PAYSTACK`;
	expect(textOf(await pageAt(path))).toContain("The day is not over. It can be closed from tomorrow on.");
	expect(textOf(await pageAt(`${path}/close`))).toContain("A day can be closed when it is over.");
	expect((await browser.get(`/${orgName}/transactions/days/2020-01-01/PAYSTACK`)).status).toBe(404);
	expect((await browser.get(`/${orgName}/transactions/days/2020-01-01/nothing-at-all`)).status).toBe(404);
});
