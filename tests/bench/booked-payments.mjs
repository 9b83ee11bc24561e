// Payments of which the stand-in of Paystack has the truth: most are paid, some have failed, some are open.
import { setTimeout as wait } from "node:timers/promises";
import { read } from "./payments.mjs";

export const account = "pk_test_crestfield";
export const secret = "sk_test_crestfield";
const amount = 850_000;

const paidOfTen = 8;
export const outcomeOf = (index) => {
	const place = index % 10;
	return place < paidOfTen ? "success" : place === paidOfTen ? "failed" : "open";
};

/** Returns the address to which Paystack's stand-in reports. */
export const webhookUrl = (portal, { file, organisation }) => {
	const [{ token }] = read(
		file,
		"SELECT token FROM payment_configurations WHERE organisation_id = ? AND config_id = 'bursary-paystack'",
		organisation,
	);
	return `${portal.url}/api/payments/webhooks/${organisation}/${token}`;
};

/** Lets the provider know the payments. */
export const book = async (providers, references) => {
	const startedAt = Date.now() - 3_600_000;
	const rows = references.map((reference, index) => ({
		platform: "PAYSTACK",
		account,
		reference,
		amount,
		status: outcomeOf(index),
		startedAt,
		paidAt: outcomeOf(index) === "success" ? startedAt + 60_000 : null,
	}));
	for (let at = 0; at < rows.length; at += 1_000) await providers.call("POST", "/books", rows.slice(at, at + 1_000));
};

const wanted = { success: "success", failed: "failed", open: "pending" };

/** Waits until every payment is as the provider's books say. @returns how many are not */
export const settled = async ({ file }, references, withinMs) => {
	const end = Date.now() + withinMs;
	for (;;) {
		const rows = read(
			file,
			"SELECT reference, status, checks FROM transactions WHERE checks > 0 OR status = 'pending'",
		);
		const found = new Map(rows.map((row) => [row.reference, row]));
		const wrong = references.filter((reference, index) => {
			const { status, checks = 0 } = found.get(reference) ?? {};
			return status !== wanted[outcomeOf(index)] || checks === 0;
		}).length;
		if (wrong === 0 || Date.now() > end) return wrong;
		await wait(1_000);
	}
};
