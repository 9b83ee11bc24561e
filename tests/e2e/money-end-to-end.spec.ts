import type { Page } from "@playwright/test";
import { applicantsOf, expect, hydrated, test } from "./fixtures";
import { makeConfiguration } from "./make-configuration";
import {
	downloadReceipt,
	figure,
	heading,
	openApi,
	openTab,
	pay,
	takePayment,
	today,
	transactionsTable,
} from "./take-payment";

/** Amounts that no other payment has. */
const platforms = [
	{ platform: "PAYSTACK", currency: "NGN", amount: 50_017 },
	{ platform: "REMITA", currency: "NGN", amount: 51_023 },
	{ platform: "INTERSWITCH", currency: "NGN", amount: 52_041 },
	{ platform: "STRIPE", currency: "USD", amount: 533 },
] as const;
type Currency = (typeof platforms)[number]["currency"];

const charge = 150;
const signs = { NGN: "₦", USD: "$" } as const;
const shown = (amount: number, currency: Currency): string =>
	signs[currency] + amount.toLocaleString("en", { minimumFractionDigits: 2 });

/** Reads the first amount of a currency in a text, in the minor unit; 0 where there is none. */
const amountIn = (text: string | null, currency: Currency): number => {
	const [, digits = "0"] = new RegExp(`\\${signs[currency]}([\\d,]+\\.\\d\\d)`).exec(text ?? "") ?? [];
	return Math.round(Number(digits.replaceAll(",", "")) * 100);
};

/** Reads what was taken today, of all platforms, as the dashboard has it. */
const readDashboard = async (page: Page, currency: Currency) => {
	await page.goto("/crestfield/dashboard?period=today");
	await expect(figure(page, "Revenue")).toBeVisible();
	return {
		revenue: amountIn(await figure(page, "Revenue").textContent(), currency),
		payments: Number((await figure(page, "Successful payments").textContent())?.replaceAll(",", "")),
	};
};

/** Reads what a platform is expected to settle for today. */
const readDay = async (page: Page, platform: string, currency: Currency) => {
	await page.goto(`/crestfield/transactions/days/${today()}/${platform}`);
	await expect(heading(page)).not.toBeEmpty();
	const rows = page.getByRole("table", { name: `Sums in ${currency}` }).getByRole("row");
	const cell = rows.filter({ has: page.getByRole("rowheader", { name: "Expected" }) }).getByRole("cell");
	const text = (await cell.count()) > 0 ? await cell.first().textContent() : null;
	return { expected: amountIn(text, currency), payments: Number(/(\d+) payment/.exec(text ?? "")?.[1] ?? 0) };
};

/** Shows the column that says who has paid. */
const showPaid = async (page: Page) => {
	await page.goto("/crestfield/applicants");
	await hydrated(page);
	if ((await page.getByRole("columnheader", { name: "Payment" }).count()) > 0) return;
	await page.getByRole("link", { name: "Columns" }).click();
	await page.getByRole("checkbox", { name: "Payment" }).check();
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(page.getByRole("columnheader", { name: "Payment" })).toBeVisible();
};

for (const { platform, currency, amount } of platforms) {
	test(`money by ${platform}'s page arrives in the list, the receipt, at the applicant, in the sums and the daily close`, async ({
		page,
		signIn,
		portal,
	}) => {
		await makeConfiguration(portal, platform);
		await signIn(page, "crestfield", "Super administrator", null);
		await showPaid(page);
		const [unpaid = ""] = await applicantsOf(page, "/crestfield/applicants?paid=unpaid&size=20");
		const candidate = await page.request.get(`/api/candidates/${unpaid.split("/").at(-1)}`, {
			headers: await openApi(page),
		});
		const { applicationNumber } = await candidate.json();
		const sought = `/crestfield/applicants?q=${encodeURIComponent(applicationNumber)}`;
		await page.goto(sought);
		const applicant = page.getByRole("row").filter({ hasText: applicationNumber });
		await expect(applicant.getByRole("cell", { name: "Unpaid" })).toBeVisible();
		const [sums, day] = [await readDashboard(page, currency), await readDay(page, platform, currency)];

		const tab = await openTab(page, unpaid);
		await hydrated(page);
		const reference = await takePayment(page, { platform, currency, amount: String(amount) });
		await pay(page);
		const total = shown(amount + charge, currency);
		await expect(page.getByText(total).first()).toBeVisible();
		expect(await downloadReceipt(page)).toBe(`Receipt ${reference}.pdf`);

		await page.goto("/crestfield/transactions");
		const row = transactionsTable(page).getByRole("row").filter({ hasText: total });
		await expect(row).toContainText("Success");
		await row.getByRole("link").first().click();
		await expect(page.getByRole("dialog")).toContainText(reference);

		await page.goto(tab);
		await hydrated(page);
		const paid = transactionsTable(page).getByRole("row").filter({ hasText: reference }).first();
		await expect(paid).toContainText("Success");
		await paid.click();
		expect(await downloadReceipt(page)).toBe(`Receipt ${reference}.pdf`);

		await page.goto(`${sought}&paid=paid`);
		await expect(applicant.getByRole("cell", { name: "Paid", exact: true })).toBeVisible();

		const minor = (amount + charge) * 100;
		expect(await readDashboard(page, currency)).toEqual({ revenue: sums.revenue + minor, payments: sums.payments + 1 });
		await figure(page, "Revenue").getByRole("link").first().click();
		await expect(page.getByLabel("Paid on")).toHaveValue(today());
		// why: they are in the order of their platforms, and the demo has more than ten of today, depending on the hour.
		await page.goto(`${page.url()}&size=100`);
		await expect(row).toBeVisible();

		expect(await readDay(page, platform, currency)).toEqual({
			expected: day.expected + minor,
			payments: day.payments + 1,
		});
		await page
			.getByRole("table", { name: `Sums in ${currency}` })
			.getByRole("link", { name: "Expected" })
			.click();
		const expected = page.getByRole("table", { name: "Expected payments" });
		await expect(expected).toBeVisible();
		await page.goto(`${page.url()}&size=100`);
		await expect(expected.getByRole("row").filter({ hasText: reference })).toContainText(total);
	});
}
