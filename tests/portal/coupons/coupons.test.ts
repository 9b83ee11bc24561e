import { beforeEach, expect, test } from "vitest";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createTransaction,
	testDb,
} from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { openForm } from "#tests/support/portal-form";
import { errorsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { couponUses } from "#worker/database/schema/discounts";

let organisationId: string;
let application: Awaited<ReturnType<typeof createApplication>>;
let browser: Browser;
const at = (path: string) => `/${organisationId}/${path}`;
const pageOf = async (path: string) => (await browser.get(path)).text();

beforeEach(async () => {
	organisationId = (await createOrganisation()).id;
	application = await createApplication(organisationId);
	browser = (await signedInBrowser(await createStaff({ organisationId }))).browser;
});

const send = async (path: string, fields: Record<string, string>, id = "record") => {
	const form = openForm(await pageOf(path), id);
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	return browser.post(path, form);
};

/** Creates a discount code and returns the address of its page. */
const create = async (fields: Record<string, string>) => {
	const created = await send(at("discount-code/new"), { name: "Early bird", ...fields });
	expect(created.status).toBe(302);
	return created.headers.get("location") ?? "";
};

test("creates a code, shows its page, changes it and restores it", async () => {
	const page = await create({
		ownCode: "early-bird",
		usesPerCode: "500",
		amount: "5,000.00",
		currency: "NGN",
		startsAt: "2026-01-01T08:00",
		applicationIds: application.id,
		paymentKinds: "APPLICATION_FEE",
	});
	expect(page).toMatch(new RegExp(`^/${organisationId}/manage-discount-code/[\\w-]+$`));
	expect(textOf(await pageOf(page))).toMatch(
		/“Early bird” was created|Early bird.*Active.*EARLY-BIRD.*₦5,000\.00.*0 of 500.*From January 1st 2026.*Application fee/,
	);
	const form = openForm(await pageOf(`${page}/edit`), "record");
	expect(["amount", "startsAt", "ownCode", "applicationIds"].map((name) => form.get(name))).toEqual([
		"5,000.00",
		"2026-01-01T08:00",
		"EARLY-BIRD",
		application.id,
	]);
	const changed = await send(`${page}/edit`, { amount: "", currency: "", percent: "25", name: "Early birds" });
	expect([changed.status, changed.headers.get("location")]).toEqual([302, page]);
	expect(textOf(await pageOf(page))).toContain("25%");
	const history = textOf(await pageOf(`${page}/history`));
	expect(history).toMatch(/Amount off before: 5,000\.00 now: --\/--/);
	expect(history).toMatch(/Begins January 1st 2026, 08:00/);
	expect(textOf(await pageOf(at("discount-code?q=earlybird")))).toContain("Early birds");
	expect(textOf(await pageOf(at("discount-code?status=expired")))).toContain("No discount codes found");
});

test("says beside the fields what does not fit, and keeps what was typed", async () => {
	const refused = await send(at("discount-code/new"), {
		name: "Wrong",
		percent: "25",
		amount: "5,000",
		currency: "NGN",
		codes: "2",
		ownCode: "EARLY-BIRD",
	});
	const page = await refused.text();
	expect([refused.status, errorsOf(page, "amount"), errorsOf(page, "ownCode")]).toEqual([
		422,
		"Enter a percentage or an amount, not both.",
		"Only a single code can be chosen. Several codes are made.",
	]);
	expect(openForm(page, "record").get("amount")).toBe("5,000");
	const typed = await send(at("discount-code/new"), {
		name: "Wrong",
		amount: "five",
		percent: "a",
		startsAt: "tomorrow",
	});
	const wrong = await typed.text();
	expect([typed.status, errorsOf(wrong, "amount"), errorsOf(wrong, "percent"), errorsOf(wrong, "startsAt")]).toEqual([
		422,
		"Enter an amount, such as 5,000.00.",
		"Enter a percentage.",
		"Enter a date and a time, or leave both empty.",
	]);
});

test("lists codes and uses, exports them, and is not deleted once it was used", async () => {
	const page = await create({ codes: "12", percent: "50", usesPerCode: "1" });
	expect(textOf(await pageOf(page))).toMatch(/0 of 12.*Codes 12/);
	const payment = await createTransaction(await createApplicant(application));
	const couponId = page.split("/").at(-1) ?? "";
	await testDb().insert(couponUses).values({
		organisationId,
		transactionId: payment.id,
		couponId,
		position: 3,
		amount: 750_000,
		currency: "NGN",
		takenAt: 1_790_000_000_000,
	});
	expect(textOf(await pageOf(`${page}/uses`))).toMatch(new RegExp(`${payment.reference}.*₦7,500\\.00.*Paid`));
	expect(textOf(await pageOf(`${page}?used=true`))).toContain(payment.reference);
	expect(textOf(await pageOf(`${page}?q=zzz000zzz111`))).toContain("No codes found");
	expect(textOf(await pageOf(`${page}/delete`))).toMatch(/cannot be deleted: 1 use depends on it/);
	const form = openForm(await pageOf(page), "export-codes");
	const exported = await browser.post(page, form);
	expect([exported.status, exported.headers.get("location")]).toEqual([
		302,
		expect.stringMatching(new RegExp(`/downloads/[\\w-]+\\?back=manage-discount-code/${couponId}$`)),
	]);
	const progress = await pageOf(exported.headers.get("location") ?? "");
	expect(progress).toContain(`href="${page}"`);
});

test("switches an add-on off and on without scripts", async () => {
	await send(at("add-on/new"), { name: "Form by post", price: "2,500" });
	const list = await pageOf(at("add-on"));
	expect(textOf(list)).toMatch(/Form by post.*₦2,500\.00/);
	const [, id = ""] = /name="id" value="([^"]+)"/.exec(list) ?? [];
	const [, version = ""] = /name="version" value="([^"]+)"/.exec(list) ?? [];
	const form = new FormData();
	form.set("csrf", openForm(await pageOf(at("add-on/new")), "record").get("csrf") as string);
	for (const [name, value] of Object.entries({ id, version, enabled: "false" })) form.set(name, value);
	const switched = await browser.post(at("add-on?sort=price"), form);
	expect([switched.status, switched.headers.get("location")]).toEqual([302, at("add-on?sort=price")]);
	expect(textOf(await pageOf(at("add-on")))).toContain("“Form by post” is no longer offered");
	expect(textOf(await pageOf(at("add-on?enabled=true")))).toContain("No add-ons found");
	form.set("enabled", "true");
	const stale = await browser.post(at("add-on"), form);
	expect([stale.status, textOf(await stale.text())]).toEqual([
		409,
		expect.stringContaining("changed by somebody else"),
	]);
	const reader = await signedInBrowser(await createStaff({ organisationId, privileges: ["organisation:r"] }));
	expect(textOf(await (await reader.browser.get(at("add-on"))).text())).toMatch(/Form by post.*Disabled/);
});

test("shows the settings where no billing service is connected", async () => {
	expect(textOf(await pageOf(at("configurations")))).toMatch(
		/Plan This portal is not connected to a billing service\./,
	);
});
