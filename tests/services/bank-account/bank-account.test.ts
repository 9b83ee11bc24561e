import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { testDb } from "#tests/support/factories";
import { events, recordChanges } from "#worker/database/schema/records";
import { bankAccounts } from "#worker/database/schema/transactions";
import { unseal } from "#worker/http/seal";
import type { BankAccount } from "#worker/services/bank-account/contract";

type Answer = BankAccount & { code: string; error: string; fields: Record<string, string[]> };

let staff: ServicesFixture;
beforeEach(async () => {
	staff = await openServicesFixture();
});

const account = {
	holderName: "Crestfield University",
	holderType: "NON_PROFIT",
	bankName: "Thames Bank",
	currency: "GBP",
	routingNumber: "20-00-52",
	accountNumber: "5577 9911",
};
const save = (body: object = account) => staff.send<Answer>("POST", "/stripe", body);
const stored = async () => {
	const { id } = staff.organisation;
	const [row] = await testDb().select().from(bankAccounts).where(eq(bankAccounts.organisationId, id));
	const place = { purpose: "bank-account", organisationId: id, id: "bank-account" } as const;
	return row && { row, number: await unseal(env.SECRET, place, row.sealedNumber) };
};

it("is entered once, and sends no more of its number than the last four digits", async () => {
	expect(await staff.get("/stripe")).toMatchObject({ status: 404, body: { code: "bank_account_missing" } });
	const { accountNumber: _, ...details } = account;
	const saved = await save();
	expect(saved).toMatchObject({ status: 200, body: { ...details, routingNumber: "200052", lastFour: "9911" } });
	const kept = await stored();
	expect(kept?.number).toBe("55779911");
	const history = await staff.get("/stripe/history");
	const [change] = await testDb()
		.select()
		.from(recordChanges)
		.where(and(eq(recordChanges.organisationId, staff.organisation.id), eq(recordChanges.kind, "bank-account")));
	const reported = await testDb().select().from(events).where(eq(events.organisationId, staff.organisation.id));
	expect(reported.some(({ type }) => type === "record.created")).toBe(true);
	for (const shown of [saved.body, (await staff.get("/stripe")).body, history.body, kept?.row, change, reported])
		expect(JSON.stringify(shown)).not.toContain("5577");
});

it("keeps a number that is left out of a change, and asks for it with another bank or currency", async () => {
	await save();
	const { accountNumber: _, ...details } = account;
	const renamed = await save({ ...details, holderName: "Crestfield Trust", holderType: "COMPANY" });
	expect(renamed).toMatchObject({ status: 200, body: { holderName: "Crestfield Trust", lastFour: "9911" } });
	expect((await stored())?.number).toBe("55779911");
	for (const other of [
		{ bankName: "Severn Bank" },
		{ currency: "EUR" },
		{ routingNumber: "20-00-53" },
		{ routingNumber: undefined },
	]) {
		const refused = await save({ ...details, ...other });
		expect([refused.status, refused.body.fields.accountNumber?.[0]]).toEqual([
			422,
			"Enter the account number again: the bank, its routing number or the currency has changed.",
		]);
	}
	const moved = await save({ ...details, bankName: "Severn Bank", accountNumber: "gb82 west 1234 5698 7654 32" });
	expect(moved.body).toMatchObject({ bankName: "Severn Bank", lastFour: "5432" });
	const { body } = await staff.get<{ data: { action: string; after: object }[] }>("/stripe/history");
	expect(body.data.map(({ action }) => action)).toEqual(["updated", "updated", "created"]);
	expect(body.data[0]?.after).toMatchObject({ lastFour: "5432", isNumberReplaced: true });
});

it.each([
	[{ holderName: "" }, "holderName", "Enter the account holder's name."],
	[{ holderType: "CHARITY" }, "holderType", "Choose an account type."],
	[{ bankName: " " }, "bankName", "Enter the name of the bank."],
	[{ currency: "NGN" }, "currency", "Choose USD, GBP or EUR."],
	[{ routingNumber: "!" }, "routingNumber", "Enter 4 to 20 letters and digits."],
	[{ accountNumber: "123" }, "accountNumber", "Enter 6 to 34 letters and digits."],
	[{ accountNumber: "GB28WEST12345698765432" }, "accountNumber", "This is no valid account number or IBAN. Check it."],
	[{ accountNumber: undefined }, "accountNumber", "Enter the account number."],
])("refuses %j beside its field", async (wrong, field, message) => {
	const refused = await save({ ...account, ...wrong });
	expect([refused.status, refused.body.fields[field]?.[0]]).toEqual([
		refused.status >= 400 ? refused.status : 0,
		message,
	]);
	expect(await stored()).toBeUndefined();
});

it("refuses a change of a version that somebody else has changed, and shows theirs", async () => {
	const { body } = await save();
	const late = await Promise.all([
		save({ ...account, holderName: "One", version: body.version }),
		save({ ...account, holderName: "Two", version: body.version }),
	]);
	expect(late.map(({ status }) => status).sort()).toEqual([200, 409]);
	expect(late.find(({ status }) => status === 409)?.body).toMatchObject({ code: "changed_meanwhile" });
});

it("is another institution's own", async () => {
	await save();
	const stranger = await openServicesFixture();
	expect((await stranger.get("/stripe")).status).toBe(404);
	const { body } = await stranger.get<{ resultTotal: number }>("/stripe/history");
	expect(body.resultTotal).toBe(0);
});
