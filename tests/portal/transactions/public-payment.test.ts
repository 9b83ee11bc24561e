import { eq } from "drizzle-orm";
import { encode } from "uqr";
import { beforeAll, describe, expect, test } from "vitest";
import { openPayments, type Started } from "#tests/services/transactions/payments-fixture";
import { createOrganisation, testDb } from "#tests/support/factories";
import { openBrowser } from "#tests/support/portal-browser";
import { linkOf, tagsOf, textOf } from "#tests/support/portal-page";
import { readPdf, withoutSpaces } from "#tests/support/read-pdf";
import { paymentEvents, transactions } from "#worker/database/schema/transactions";

type Payments = Awaited<ReturnType<typeof openPayments>>;
type Platform = Parameters<typeof openPayments>[0];

const open = async (platform?: Platform) => {
	const payments = await openPayments(platform);
	const started = await payments.start();
	return { payments, started, path: `/${payments.organisationId}/payment/${started.publicKey}` };
};
const show = async (path: string) => {
	const answer = await openBrowser().get(path);
	return { answer, html: await answer.text() };
};
const actionOf = (html: string) => tagsOf(html, "form").map((tag) => /action="([^"]*)"/.exec(tag)?.[1]);
const formActionOf = (headers: Headers) =>
	/form-action ([^;]*)/.exec(headers.get("content-security-policy") ?? "")?.[1];
const change = (id: string, set: Partial<typeof transactions.$inferInsert>) =>
	testDb().update(transactions).set(set).where(eq(transactions.id, id));

/** Draws a text as a QR code by another library. why eight: which mask is best is a matter of taste. */
const codesOf = (text: string) =>
	Array.from(
		{ length: 8 },
		(_, maskPattern) => encode(text, { ecc: "L", border: 0, boostEcc: false, maskPattern }).data,
	);

describe("a payment that is pending", () => {
	let opened: { payments: Payments; started: Started; path: string };
	beforeAll(async () => {
		opened = await open();
	});

	test("says so to everybody with its link, and leads to the platform's page", async () => {
		const { started, path } = opened;
		const { answer, html } = await show(path);
		expect(answer.status).toBe(200);
		const page = textOf(html);
		for (const said of ["Crestfield University", "Payment not confirmed yet", "₦50,000.00", "Ada", started.reference])
			expect(page).toContain(said);
		expect(linkOf(html, "Continue to pay")).toBe(started.pageUrl);
		expect(formActionOf(answer.headers)).toBe("'self'");
		expect(page).not.toMatch(/receipt/i);
	});

	test("is kept out of caches, search engines and other sites' logs, and names nobody in a preview", async () => {
		const { answer, html } = await show(opened.path);
		expect(answer.headers.get("cache-control")).toBe("no-store");
		expect(answer.headers.get("x-robots-tag")).toContain("noindex");
		expect(answer.headers.get("referrer-policy")).toBe("same-origin");
		expect(tagsOf(html, "meta").some((tag) => tag.includes('name="robots"') && tag.includes("noindex"))).toBe(true);
		expect(/<title>([^<]*)/.exec(html)?.[1]).toBe("Payment · Crestfield University");
	});
});

test.each(["REMITA", "INTERSWITCH"] as const)(
	"%s's page takes a form, which the policy allows here alone",
	async (platform) => {
		const { payments, started, path } = await open(platform);
		const { answer, html } = await show(path);
		expect(actionOf(html)).toContain(started.pageUrl);
		for (const [name, value] of Object.entries(started.pageFields ?? {}))
			expect(
				tagsOf(html, "input").some((tag) => tag.includes(`name="${name}"`) && (value === "" || tag.includes("value="))),
			).toBe(true);
		expect(formActionOf(answer.headers)).toBe(`'self' ${new URL(started.pageUrl).origin}`);
		const login = await openBrowser().get(`/${payments.organisationId}`);
		expect(formActionOf(login.headers)).toBe("'self'");
	},
);

test("a payer who comes back sees the payment received, and takes a receipt whose code leads back", async () => {
	const { payments, started, path } = await open();
	await payments.deed(started.reference, "pay");
	expect((await payments.read(started.id)).status).toBe("pending");
	const { html } = await show(`${path}?back=1&reference=somebody-elses&trxref=x`);
	expect(textOf(html)).toMatch(/Payment received.*₦50,000\.00.*Paid/);
	expect((await payments.read(started.id)).status).toBe("success");
	expect(linkOf(html, "Continue to pay")).toBeUndefined();
	const receipt = await openBrowser().get(linkOf(html, "Download receipt") ?? "");
	expect([receipt.status, receipt.headers.get("content-type")]).toEqual([200, "application/pdf"]);
	const { text, qr } = await readPdf(new Uint8Array(await receipt.arrayBuffer()));
	const address = `https://portal.test${path}`;
	expect(text).toContain(withoutSpaces(address));
	expect(text).toContain(withoutSpaces("Payment receipt"));
	expect(codesOf(address), "the picture encodes the address").toContainEqual(qr);
	expect(codesOf(`${address}x`), "and no other").not.toContainEqual(qr);
});

test("a payment that failed gives a record that is not a receipt", async () => {
	const { payments, started, path } = await open();
	await payments.deed(started.reference, "fail");
	const { html } = await show(`${path}?back=1`);
	expect(textOf(html)).toContain("Payment failed");
	// why not that no money came: staff leave a payment failed of which another amount was paid.
	expect(textOf(html)).toContain("It does not count as paid.");
	const record = await openBrowser().get(linkOf(html, "Download record, not a receipt") ?? "");
	expect(record.headers.get("content-disposition")).toContain("Payment record not paid");
});

test("a payment that was reversed says so, and has no receipt", async () => {
	const { started, path } = await open();
	await change(started.id, { status: "success", dueAt: null, paidAt: 1, reversedAmount: 5_000_000 });
	const { html } = await show(path);
	expect(textOf(html)).toContain("Payment reversed");
	expect(html).not.toContain("/receipt");
});

test("the platform is not asked each time that a page is loaded again", async () => {
	const { payments, started, path } = await open();
	for (let times = 0; times < 3; times += 1) await show(`${path}?back=1`);
	const asked = (await payments.ledger(started.id)).filter(({ source }) => source === "return");
	expect(asked).toHaveLength(1);
});

describe("a form that another site posts", () => {
	const hostile = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
	const lies = { status: "success", amt: "1", apprAmt: "5000000", resp: "00", txnref: "another", intent: "delete" };

	test("has the platform asked and nothing else, whatever it says", async () => {
		const { payments, started, path } = await open("INTERSWITCH");
		const browser = openBrowser();
		for (const headers of [hostile, { origin: "null", "sec-fetch-site": "cross-site" }]) {
			const answer = await browser.post(`${path}?back=1`, lies, { headers });
			expect([answer.status, answer.headers.get("location")]).toEqual([303, `${path}?back=1`]);
			expect(answer.headers.getSetCookie()).toEqual([]);
		}
		expect((await payments.read(started.id)).status).toBe("pending");
		expect(textOf((await show(path)).html)).toContain("Payment not confirmed yet");
		const ledger = await testDb().select().from(paymentEvents).where(eq(paymentEvents.transactionId, started.id));
		expect(JSON.stringify(ledger)).not.toMatch(/another|elsewhere/);
	});

	test("brings a payer of Interswitch back to a payment that is received", async () => {
		const { payments, started, path } = await open("INTERSWITCH");
		await payments.deed(started.reference, "pay");
		expect((await openBrowser().post(`${path}?back=1`, lies, { headers: hostile })).status).toBe(303);
		expect((await payments.read(started.id)).status).toBe("success");
		expect(textOf((await show(path)).html)).toContain("Payment received");
	});

	test("of any kind and size is answered the same", async () => {
		const { path } = await open();
		const bodies: BodyInit[] = ["", "%%%=&&", `a=${"x".repeat(2_000_000)}`, new FormData(), '{"status":"success"}'];
		for (const body of bodies) {
			const answer = await openBrowser().post(path, body, { headers: hostile });
			expect(answer.status).toBe(303);
		}
	});

	test("is taken by no other address", async () => {
		const { payments, path } = await open();
		const { organisationId } = payments;
		for (const other of [
			`${path}/receipt`,
			`${path}/`,
			`/${organisationId}/payment`,
			`/${organisationId}/payment/`,
			`/${organisationId}/notices`,
			`/${organisationId}/payment/../notices`,
			`/${organisationId}/payment/..%2fnotices`,
			`/${organisationId}/payments/x`,
			`/${organisationId}/applicants/payment/x`,
		])
			expect((await openBrowser().post(other, lies, { headers: hostile })).status, other).toBe(403);
	});
});

test("an address that would run a script, or widen the policy, is not offered", async () => {
	const { started, path } = await open();
	for (const pageUrl of ["javascript:alert(1)", "data:text/html,x", "not an address"]) {
		await change(started.id, { pageUrl, pageFields: { a: '"><script>' }, returnUrl: "javascript:alert(2)" });
		const { answer, html } = await show(path);
		expect(answer.status).toBe(200);
		expect(html).not.toMatch(/href="(javascript|data):|action="(javascript|data):/);
		expect(formActionOf(answer.headers)).toBe("'self'");
		expect(textOf(html)).not.toMatch(/Back to|Continue to pay/);
	}
	await change(started.id, { pageUrl: "https://a;script-src'unsafe-inline'/", pageFields: { a: '"><script>' } });
	const { answer, html } = await show(path);
	expect(formActionOf(answer.headers)).toBe("'self'");
	expect(html).not.toContain('"><script>"');
});

test("the payer is led back to where they came from, by its host", async () => {
	const { started, path } = await open();
	await change(started.id, { returnUrl: "https://apply.college.example/fees?step=2" });
	const { html } = await show(path);
	expect(linkOf(html, "Back to apply.college.example")).toBe("https://apply.college.example/fees?step=2");
});

test("a key that was made up, cut or moved to another institution is a page that does not exist", async () => {
	const { started, path, payments } = await open();
	const other = await createOrganisation();
	const own = `/${payments.organisationId}/payment`;
	const keys = [
		"x",
		"x.a",

		"x.".padEnd(400, "y"),
		started.id,
		`${started.id}.`,
		`${started.id}.abcde`,
		"%00",
		"%F0%9F%98%80",
	];
	for (const bad of [
		...keys.map((key) => `${own}/${key}`),
		path.slice(0, -1),
		path.replace(payments.organisationId, other.id),
		path.replace(payments.organisationId, "no-such-place"),
	])
		for (const address of [bad, `${bad}?back=1`, `${bad}/receipt`]) {
			const { answer, html } = await show(address);
			expect([address, answer.status]).toEqual([address, 404]);
			expect(html).not.toContain(started.reference);
		}
	expect((await openBrowser().post(`${own}/x.y`, {})).status).toBe(404);
});
