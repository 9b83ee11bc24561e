import { expect, test } from "vitest";
import { openPayments } from "#tests/services/transactions/payments-fixture";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { buttonsOf, openForm } from "#tests/support/portal-form";
import { linkOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { addOns, couponCodes, coupons } from "#worker/database/schema/discounts";
import { foldCode } from "#worker/services/coupons/code-text";

const staffWith = async (organisationId: string, privileges: string[]) =>
	(await signedInBrowser(await createStaff({ organisationId, privileges }))).browser;

const open = async (platform?: Parameters<typeof openPayments>[0]) => {
	const payments = await openPayments(platform);
	const browser = await staffWith(payments.organisationId, ["candidate:r", "payments:r", "payments:u", "candiemail:c"]);
	const tab = `/${payments.organisationId}/applicants/${payments.applicant.id}/transactions`;
	const send = async (fields: Record<string, string>) => {
		const form = openForm(await (await browser.get(`${tab}/pay`)).text(), "take-payment");
		for (const [name, value] of Object.entries(fields)) form.set(name, value);
		const answer = await browser.post(`${tab}/pay`, form);
		return { status: answer.status, to: answer.headers.get("location") ?? "", html: await answer.text() };
	};
	return { payments, browser, tab, send };
};
const line = { "items[0].name": "Acceptance fee", "items[0].amount": "50,000.00" };

test("a payment is taken at the tab, and leads to the payer's link", async () => {
	const { payments, browser, tab, send } = await open();
	expect(linkOf(await (await browser.get(tab)).text(), "Take a payment")).toBe(`${tab}/pay`);
	const { email } = payments.applicant;
	expect(textOf(await (await browser.get(`${tab}/pay`)).text())).toMatch(
		new RegExp(`Paid by [^<>]+, ${email.replaceAll(".", "\\.")} Platform`),
	);
	const taken = await send(line);
	expect([taken.status, taken.to]).toEqual([302, expect.stringMatching(/\/transactions\/[\w-]+\/link$/)]);
	const html = await (await browser.get(taken.to)).text();
	const address = linkOf(html, "Open the payment page") ?? "";
	expect(address).toMatch(new RegExp(`^https://portal\\.test/${payments.organisationId}/payment/`));
	expect(textOf(html)).toContain("Total ₦50,000.00");
	expect(textOf(await (await browser.get(new URL(address).pathname)).text())).toContain("Payment not confirmed yet");
	const id = taken.to.split("/").at(-2) ?? "";
	expect(await payments.read(id)).toMatchObject({ status: "pending", amount: 5_000_000, currency: "NGN" });
	expect(linkOf(await (await browser.get(tab)).text(), "Payment link")).toBe(`${tab}/${id}/link`);
});

test.each([
	[{ "items[0].name": "" }, "Enter what is paid for"],
	[{ "items[0].amount": "" }, "Enter an amount."],
	[{ "items[0].amount": "fifty" }, "Enter an amount such as 50,000.00."],
	[{ "items[0].amount": "-5" }, "Enter an amount such as 50,000.00."],
	[{ "items[0].amount": "1.005" }, "Enter an amount such as 50,000.00."],
	[{ "items[0].amount": "0" }, "The amount must be above 0."],
	[{ "items[0].amount": "99999999999" }, "The amount is too large."],
	[{ currency: "USD" }, "Remita takes NGN alone."],
	[{ currency: "XXX" }, "Choose NGN, USD, GBP or EUR."],
	[{ configurationId: "" }, "Choose a platform."],
	[{ configurationId: "of-another-institution" }, "This platform is no longer active. Choose another one."],
])("refuses %j beside its field, and keeps what was typed", async (wrong, message) => {
	const { payments, send } = await open("REMITA");
	const { status, html } = await send({ ...line, ...wrong });
	expect([status, textOf(html)]).toEqual([422, expect.stringContaining(message)]);
	for (const value of Object.values({ ...line, ...wrong }).filter(
		(one) => one.length > 4 && !one.includes("institution"),
	))
		expect(tagsOf(html, "input").some((tag) => tag.includes(`value="${value}"`))).toBe(true);
	const { body } = await payments.ask<{ resultTotal: number }>("/payments");
	expect(body.resultTotal).toBe(0);
});

test("lines are added and removed without scripts", async () => {
	const { browser, tab } = await open();
	const html = await (await browser.get(`${tab}/pay`)).text();
	const form = openForm(html, "take-payment");
	form.set("items[0].name", "Medical fee");
	form.set("__intent__", buttonsOf(html, "__intent__").find((value) => value.includes("insert")) ?? "");
	const answer = await browser.post(`${tab}/pay`, form);
	const added = await answer.text();
	expect([answer.status, openForm(added, "take-payment").get("items[0].name")]).toEqual([200, "Medical fee"]);
	expect(openForm(added, "take-payment").has("items[1].name")).toBe(true);
});

test("a code and an add-on are in the total before anything is started, and what is refused keeps what was typed", async () => {
	const { payments, browser, tab } = await open();
	const at = { organisationId: payments.organisationId, createdAt: 1, updatedAt: 1 };
	await testDb()
		.insert(coupons)
		.values({
			...at,
			id: "welcome",
			name: "Welcome",
			codes: 1,
			ownCode: "WELCOME",
			usesPerCode: 1,
			percent: 10,
			applicationIds: [],
			paymentKinds: [],
			active: true,
		});
	await testDb()
		.insert(couponCodes)
		.values({ ...at, couponId: "welcome", position: 0, code: "WELCOME", folded: foldCode("WELCOME") });
	await testDb()
		.insert(addOns)
		.values({
			...at,
			id: "card",
			name: "Identity card",
			description: "With your photo",
			price: 100_000,
			currency: "NGN",
			applicationIds: [],
			enabled: true,
		});
	const page = await (await browser.get(`${tab}/pay`)).text();
	expect(textOf(page)).toMatch(/Identity card ?With your photo ?₦1,000\.00/);
	const apply = async (from: string, code: string) => {
		const form = openForm(from, "take-payment");
		for (const [name, value] of Object.entries({ ...line, intent: "apply", discountCode: code, addOnIds: "card" }))
			form.set(name, value);
		const answer = await browser.post(`${tab}/pay`, form);
		return { status: answer.status, html: await answer.text() };
	};
	const missing = await apply(page, "");
	expect([missing.status, textOf(missing.html)]).toEqual([422, expect.stringContaining("Enter a discount code.")]);
	const refused = await apply(page, "WELCOMED");
	expect([refused.status, textOf(refused.html)]).toEqual([
		422,
		expect.stringContaining("There is no such discount code. Check it and try again."),
	]);
	const kept = openForm(refused.html, "take-payment");
	expect([kept.get("items[0].amount"), kept.get("addOnIds"), kept.get("discountCode")]).toEqual([
		"50,000.00",
		"card",
		"WELCOMED",
	]);
	const applied = await apply(refused.html, "WELCOME");
	expect([applied.status, textOf(applied.html)]).toEqual([
		200,
		expect.stringMatching(/Discount WELCOME \(10%\).*-₦5,100\.00.*Total ?₦45,900\.00/),
	]);
	const before = await payments.ask<{ resultTotal: number }>("/payments");
	expect(before.body.resultTotal).toBe(0);
	const begun = await browser.post(`${tab}/pay`, openForm(applied.html, "take-payment"));
	const id = begun.headers.get("location")?.split("/").at(-2) ?? "";
	expect(await payments.read(id)).toMatchObject({ status: "pending", amount: 4_590_000 });
	const late = await apply(page, "WELCOME");
	expect([late.status, textOf(late.html)]).toEqual([422, expect.stringContaining("used")]);
});

test("only users who may take payments are offered it", async () => {
	const { payments, tab } = await open();
	const reader = await staffWith(payments.organisationId, ["candidate:r"]);
	const html = await (await reader.get(tab)).text();
	expect([linkOf(html, "Take a payment"), linkOf(html, "Payment link")]).toEqual([undefined, undefined]);
	expect((await reader.get(`${tab}/pay`)).status).toBe(403);
});

test("without an active platform it says what is missing", async () => {
	const { id: organisationId } = await createOrganisation();
	const { id } = await createApplicant(await createApplication(organisationId));
	const browser = await staffWith(organisationId, ["candidate:r", "payments:u"]);
	const html = await (await browser.get(`/${organisationId}/applicants/${id}/transactions/pay`)).text();
	expect(textOf(html)).toContain("No payment platform is active.");
	expect(textOf(html)).not.toContain("Make payment link");
});

test("the link of another applicant's payment is not found", async () => {
	const { payments, browser, tab } = await open();
	const { id } = await payments.start();
	const colleague = await createApplicant(payments.application);
	const elsewhere = await open();
	expect((await browser.get(`${tab}/${id}/link`)).status).toBe(200);
	expect((await browser.get(`${tab.replace(payments.applicant.id, colleague.id)}/${id}/link`)).status).toBe(404);
	expect((await elsewhere.browser.get(`${elsewhere.tab}/${id}/link`)).status).toBe(404);
});

test("the link is emailed to the applicant", async () => {
	const { payments, browser, tab } = await open();
	const { id } = await payments.start();
	const html = await (await browser.get(`${tab}/${id}/link`)).text();
	const csrf = tagsOf(html, "input").find((tag) => tag.includes('name="csrf"'));
	const fields = { csrf: /value="([^"]*)"/.exec(csrf ?? "")?.[1] ?? "", idempotencyKey: crypto.randomUUID() };
	const sent = await browser.post(`${tab}/${id}/link`, fields);
	expect([sent.status, textOf(await sent.text())]).toEqual([200, expect.stringContaining("The link is sent to ")]);
});
