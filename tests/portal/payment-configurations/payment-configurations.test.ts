import { beforeAll, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, createTransaction } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { openForm } from "#tests/support/portal-form";
import { csrfOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";

let browser: Browser;
let orgName = "";
let list = "";
beforeAll(async () => {
	({ id: orgName } = await createOrganisation());
	list = `/${orgName}/local-payments`;
	const privileges = ["paylog:c", "paylog:r", "paylog:u", "paylog:d", "organisation:u"];
	({ browser } = await signedInBrowser(await createStaff({ organisationId: orgName, privileges })));
});
const pageAt = async (path: string) => (await browser.get(path)).text();

const create = async (path: string, values: Record<string, string>) => {
	const form = openForm(await pageAt(path), "configuration");
	for (const [name, value] of Object.entries(values)) form.set(name, value);
	return browser.post(path, form);
};
const paystack = { configId: "bursary", publicKey: "pk_1", secretKey: "sk_test_12345678", charge: "300.50" };

test("creates, tests, changes, switches off and deletes a configuration without scripts", async () => {
	expect(textOf(await pageAt(list))).toContain("No payment configurations yet");
	const choice = await pageAt(`${list}/new`);
	for (const name of ["Paystack", "Remita", "Interswitch", "Nabroll", "Paypro Kano", "Payunimaid"])
		expect(textOf(choice)).toContain(name);
	expect(textOf(choice)).not.toContain("Stripe");

	const refused = await create(`${list}/new?platform=PAYSTACK`, { ...paystack, publicKey: "", charge: "a lot" });
	expect(refused.status).toBe(422);
	const said = await refused.text();
	expect(textOf(said)).toContain("Enter an amount such as 300 or 300.50.");
	expect(said).not.toContain("sk_test_12345678");
	const missing = await create(`${list}/new?platform=PAYSTACK`, { ...paystack, publicKey: "" });
	expect(textOf(await missing.text())).toContain("Enter the public key");

	const made = await create(`${list}/new?platform=PAYSTACK`, paystack);
	const here = made.headers.get("location") ?? "";
	expect([made.status, here.startsWith(`${list}/`)]).toEqual([302, true]);
	const page = await pageAt(here);
	expect(page).not.toContain("sk_test_12345678");
	expect(textOf(page)).toContain("…5678");
	expect(tagsOf(page, "input").join()).toContain(`/api/payments/webhooks/${orgName}/`);
	expect(textOf(await pageAt(list))).toContain("bursary");
	expect(textOf(await pageAt(`/${orgName}/international-payments`))).not.toContain("bursary");

	const tested = await browser.post(here, { csrf: csrfOf(page), intent: "test" });
	expect(textOf(await tested.text())).toContain("Paystack cannot be used with these keys.");

	const form = openForm(await pageAt(`${here}/edit`), "configuration");
	expect([form.get("secretKey"), form.get("charge"), form.get("active")]).toEqual(["", "300.5", "on"]);
	form.set("configId", "bursary-2");
	const saved = await browser.post(`${here}/edit`, form);
	expect([saved.status, saved.headers.get("location")]).toEqual([302, here]);
	expect(textOf(await pageAt(here))).toContain("…5678");

	await browser.post(here, { csrf: csrfOf(await pageAt(here)), intent: "off" });
	expect(textOf(await pageAt(here))).toContain("Switched off");
	const history = textOf(await pageAt(`${here}/history`));
	expect(history).toContain("bursary-2");
	expect(history).not.toContain("sk_test_12345678");

	const application = await createApplication(orgName);
	const payment = { platform: "PAYSTACK", status: "pending" } as const;
	await createTransaction(await createApplicant(application), payment);
	const question = await pageAt(`${here}/delete`);
	expect(textOf(question)).toContain("Delete bursary-2?");
	expect(textOf(question)).toContain("1 pending payment through Paystack");
	const deleted = await browser.post(`${here}/delete`, openForm(question, "delete-configuration"));
	expect([deleted.status, deleted.headers.get("location")]).toEqual([302, list]);
	expect((await browser.get(here)).status).toBe(404);
});

test("says beside the fields what is refused", async () => {
	await create(`${list}/new?platform=PAYSTACK`, { ...paystack, configId: "Main" });
	const taken = await create(`${list}/new?platform=PAYSTACK`, { ...paystack, configId: "MAIN" });
	expect(taken.status).toBe(409);
	expect(textOf(await taken.text())).toContain("Provided paylog id already exists");
	const wrong = await create(`${list}/new?platform=PAYSTACK`, { ...paystack, configId: "a b" });
	const text = textOf(await wrong.text());
	expect(wrong.status).toBe(400);
	expect(text).toContain("Invalid paylog ID");
	expect(text).toContain("Use 2 to 40 letters");
	const inside = { configId: "kano", address: "https://10.0.0.1/pay" };
	const refused = textOf(await (await create(`${list}/new?platform=PAYPRO_KANO`, inside)).text());
	expect(refused).toContain("Enter the name of a host, not an IP address.");
	expect(refused).toContain("Paypro Kano publishes no interface.");
});

test("Stripe is entered on the international screen, in its currencies", async () => {
	const path = `/${orgName}/international-payments/new`;
	const made = await create(path, { configId: "abroad", publishableKey: "pk_1", secretKey: "sk_1" });
	const page = textOf(await pageAt(made.headers.get("location") ?? ""));
	expect(page).toContain("USD, GBP, EUR");
	expect(page).toContain("Stripe");
});

const openMade = async (path: string, values: Record<string, string>) => {
	const made = await create(path, values);
	expect(made.status).toBe(302);
	const here = made.headers.get("location") ?? "";
	return { here, page: await pageAt(here) };
};
const addressIn = (page: string) => tagsOf(page, "input").join().includes(`/api/payments/webhooks/${orgName}/`);

test("says of each platform whether its webhooks are heard", async () => {
	const invited = "so that it tells at once of payments";
	const asked = "Its payments are asked about instead";
	const nabroll = await openMade(`${list}/new?platform=NABROLL`, { configId: "nab", apiKey: "a", secretKey: "b" });
	expect(textOf(nabroll.page)).toContain(
		`Nabroll publishes no webhook, so there is no address to enter there. ${asked}`,
	);
	expect(textOf(nabroll.page)).not.toContain(invited);
	expect(addressIn(nabroll.page)).toBe(false);

	const international = `/${orgName}/international-payments/new`;
	for (const [path, name, key, values] of [
		[international, "Stripe", "webhookSecret", { publishableKey: "pk_2", secretKey: "sk_2" }],
		[`${list}/new?platform=INTERSWITCH`, "Interswitch", "webhookSecret", { merchantCode: "MX1", payItemId: "101" }],
		[`${list}/new?platform=PAYUNIMAID`, "Payunimaid", "key", {}],
	] as const) {
		const label = key === "key" ? "key" : "webhook secret";
		const refused = `Calls to this address are refused until you enter the ${label}: ${name} signs them with it. ${asked}`;
		const { here, page } = await openMade(path, { configId: `hooks-${name}`, ...values });
		expect([textOf(page).includes(refused), addressIn(page)], name).toEqual([true, true]);
		const form = openForm(await pageAt(`${here}/edit`), "configuration");
		form.set(key, "a-secret-of-some-length");
		expect((await browser.post(`${here}/edit`, form)).status).toBe(302);
		const heard = textOf(await pageAt(here));
		expect([heard.includes("are refused"), heard.includes(invited)], name).toEqual([false, true]);
	}

	const signed = await openMade(`${list}/new?platform=PAYSTACK`, { ...paystack, configId: "hooks" });
	expect(textOf(signed.page)).toContain(`Enter this address at Paystack, ${invited}`);
	expect(textOf(signed.page)).not.toContain("are refused");
});

test("the form says which address a live account at Nabroll needs", async () => {
	const needed = "The address of the live interface, as it was given to you: none is published.";
	expect(textOf(await pageAt(`${list}/new?platform=NABROLL`))).toContain(needed);
	expect(textOf(await pageAt(`${list}/new?platform=PAYSTACK`))).not.toContain(needed);
});

test("shows the currencies in which a configuration takes payments, those of its charge alone while that is added", async () => {
	const currenciesOf = (page: string) =>
		/Currencies ([A-Z]{3}(?:, [A-Z]{3})*) Pending payments/.exec(textOf(page))?.[1];
	const path = `${list}/new?platform=PAYSTACK`;
	const free = await openMade(path, { ...paystack, configId: "free", charge: "0" });
	expect(currenciesOf(free.page)).toBe("NGN, USD");
	const inDollars = { ...paystack, configId: "dollars", charge: "2", currency: "USD", isChargeEnabled: "on" };
	const charged = await openMade(path, inDollars);
	expect(currenciesOf(charged.page)).toBe("USD");
	const remita = { configId: "remita", merchantId: "1", serviceTypeId: "2", apiKey: "3" };
	expect(currenciesOf((await openMade(`${list}/new?platform=REMITA`, remita)).page)).toBe("NGN");

	await browser.post(list, { csrf: csrfOf(await pageAt(list)), platformCharge: "off" });
	expect(currenciesOf(await pageAt(charged.here)), "no charge is added").toBe("NGN, USD");
	await browser.post(list, { csrf: csrfOf(await pageAt(list)), platformCharge: "on" });
});

test("the last line of each screen adds up the charges of its platforms", async () => {
	const { id: organisationId } = await createOrganisation();
	const own = await signedInBrowser(await createStaff({ organisationId, privileges: ["paylog:c", "paylog:r"] }));
	const add = async (screen: string, values: Record<string, string>) => {
		const path = `/${organisationId}/${screen}`;
		const form = openForm(await (await own.browser.get(path)).text(), "configuration");
		for (const [name, value] of Object.entries(values)) form.set(name, value);
		expect((await own.browser.post(path, form)).status).toBe(302);
	};
	const textAt = async (screen: string) => textOf(await (await own.browser.get(`/${organisationId}/${screen}`)).text());
	expect(await textAt("local-payments")).not.toContain("Charges together");
	await add("local-payments/new?platform=PAYSTACK", { ...paystack, isChargeEnabled: "on" });
	await add("local-payments/new?platform=PAYSTACK", {
		...paystack,
		configId: "hostels",
		charge: "99.50",
		isChargeEnabled: "on",
	});
	await add("international-payments/new", { configId: "abroad", publishableKey: "pk_1", secretKey: "sk_1" });
	expect(await textAt("local-payments?size=10")).toContain("Charges together ₦400.00");
	expect(await textAt("international-payments")).toContain("Charges together None");
});

test("the platform charge is switched on and off", async () => {
	const page = await pageAt(list);
	expect(textOf(page)).toContain("The platform charge is added to payments.");
	const sent = await browser.post(list, { csrf: csrfOf(page), platformCharge: "off" });
	expect(sent.status).toBe(302);
	expect(textOf(await pageAt(list))).toContain("The platform charge is not added to payments.");
	await browser.post(list, { csrf: csrfOf(page), platformCharge: "on" });
	expect(textOf(await pageAt(list))).toContain("The platform charge is added to payments.");
});
