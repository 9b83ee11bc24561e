import { expect, test } from "vitest";
import { createOrganisation } from "#tests/support/factories";
import { openForm } from "#tests/support/portal-form";
import { linkOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";

const open = async (privileges: string[]) => {
	const { id } = await createOrganisation();
	const { browser } = await signedInBrowser(await createStaff({ organisationId: id, privileges }));
	const list = `/${id}/international-payments`;
	const pageAt = async (path: string) => (await browser.get(path)).text();
	const save = async (fields: Record<string, string>) => {
		const form = openForm(await pageAt(`${list}/bank-account`), "bank-account");
		for (const [name, value] of Object.entries(fields)) form.set(name, value);
		const answer = await browser.post(`${list}/bank-account`, form);
		return { status: answer.status, to: answer.headers.get("location"), html: await answer.text() };
	};
	return { browser, list, pageAt, save };
};
const account = {
	holderName: "Crestfield University",
	holderType: "NON_PROFIT",
	bankName: "Thames Bank",
	currency: "GBP",
	accountNumber: "55779911",
};

test("the bank account is entered without scripts, and its number never comes back", async () => {
	const { list, pageAt, save } = await open(["paylog:r", "paylog:u"]);
	expect(textOf(await pageAt(list))).toContain("No bank account has been entered.");
	const dialog = textOf(await pageAt(`${list}/bank-account`));
	for (const text of ["Individual", "Company", "Non Profit", "Government Entity", "USD", "GBP", "EUR"])
		expect(dialog).toContain(text);
	const refused = await save({ ...account, bankName: "" });
	expect([refused.status, textOf(refused.html)]).toEqual([422, expect.stringContaining("Enter the name of the bank.")]);
	expect(refused.html).not.toContain(account.accountNumber);
	expect(openForm(refused.html, "bank-account").get("holderName")).toBe(account.holderName);
	const saved = await save(account);
	expect([saved.status, saved.to]).toEqual([302, list]);
	const shown = await pageAt(list);
	expect(textOf(shown)).toContain("that of Crestfield University at Thames Bank in GBP, ending in 9911.");
	expect(shown).not.toContain(account.accountNumber);
	expect(linkOf(shown, "Change bank account")).toBe(`${list}/bank-account`);
	expect(textOf(await pageAt(`${list}/bank-account`))).toContain("Set, ending in 9911. Leave it empty to keep it.");
	const { accountNumber: _, ...details } = account;
	expect((await save({ ...details, holderType: "COMPANY" })).status).toBe(302);
	const moved = await save({ ...details, bankName: "Severn Bank" });
	expect(textOf(moved.html)).toContain(
		"Enter the account number again: the bank, its routing number or the currency has changed.",
	);
	const history = textOf(await pageAt(`${list}/bank-account/history`));
	expect(history).toMatch(/changed it.*Non Profit.*Company.*created it/);
	expect(history).toContain("…9911");
});

test("users who may not change it see it, without a button to save", async () => {
	const { browser, list, pageAt } = await open(["paylog:r"]);
	expect(linkOf(await pageAt(list), "View bank account")).toBe(`${list}/bank-account`);
	const dialog = await pageAt(`${list}/bank-account`);
	expect(textOf(dialog)).not.toContain("Save");
	const [, foot = ""] = /<dialog\b[\s\S]*?<footer\b([\s\S]*?)<\/footer>/.exec(dialog) ?? [];
	expect(linkOf(foot, "Close")).toBe(list);
	const answer = await browser.post(`${list}/bank-account`, openForm(dialog, "bank-account"));
	expect(answer.status).toBe(403);
});
