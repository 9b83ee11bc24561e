import { book, outcomeOf, secret, settled, webhookUrl } from "../bench/booked-payments.mjs";
import { addPayments, read, servePaidPortal, settlePending } from "../bench/payments.mjs";
import { loadCore, startProcess } from "../bench/processes.mjs";

const perSecond = 500;
/** Every fifth call repeats another. */
const differentOfFive = 4;
/** why so long: the local queue runs one check after the other. */
const settledWithinMs = 1_800_000;

/**
 * Reports payments by 500 signed webhooks a second in random order, a fifth of them twice, and waits until the books are
 * those of the provider: each payment, the ledger, what is counted of a day, and the exception desk.
 * @returns {Promise<{ line: string, faults: string[] }>}
 */
export const soakWebhooks = async (bench, state, seconds) => {
	settlePending(state);
	const count = Math.round((perSecond * seconds * differentOfFive) / 5);
	const references = addPayments(state, { count, status: "pending", platform: "PAYSTACK" });
	const before = takenOf(state);
	const { portal, providers, stop } = await servePaidPortal(bench, state);
	await book(providers, references);
	const sender = await startProcess("webhooks.mjs", {}, loadCore);
	const begun = Date.now();
	const job = { url: webhookUrl(portal, state), secret, references, perSecond, isShuffled: true };
	const sent = await sender.ask(job);
	const wrong = await settled(state, references, settledWithinMs);
	const took = Math.round((Date.now() - begun) / 1_000);
	await sender.stop();
	await stop();

	const after = takenOf(state);
	const paid = references.filter((_, index) => outcomeOf(index) === "success").length;
	const [ledger] = read(
		state.file,
		`SELECT count(*) AS lines, count(DISTINCT transaction_id) AS payments FROM payment_events
			WHERE source = 'webhook' AND key IS NOT NULL AND transaction_id IN (
				SELECT id FROM transactions WHERE reference IN (SELECT value FROM json_each(?)))`,
		JSON.stringify(references),
	);
	const [events] = read(
		state.file,
		"SELECT count(*) AS told FROM events WHERE type = 'payment.succeeded' AND occurred_at >= ?",
		begun,
	);
	const [odd] = read(state.file, "SELECT count(*) AS noted FROM payment_exceptions WHERE created_at >= ?", begun);
	const faults = [
		[wrong, 0, "payments are not as the provider says"],
		[ledger.lines, count, "webhooks are in the ledger"],
		[ledger.payments, count, "payments have a webhook in the ledger"],
		[after.payments - before.payments, paid, "payments are in the sums of days"],
		[after.amount - before.amount, paid * 850_000, "kobo are in the sums of days"],
		[events.told, paid, "payments were told as paid"],
		[odd.noted - twiceOf(state, begun), 0, "exceptions are of another kind than paid twice"],
	].flatMap(([is, expected, what]) => (is === expected ? [] : [`${is} ${what}, not ${expected}`]));
	const rate = Math.round(sent.sent / sent.seconds);
	const line = `webhooks: ${sent.sent} about ${count} payments, ${rate} a second, ${sent.refused} sent again; the books are the provider's after ${took} s`;
	return { line, faults };
};

/** What the sums of all days have. */
const takenOf = ({ file, organisation }) =>
	read(
		file,
		"SELECT sum(payments) AS payments, sum(amount) AS amount FROM payment_days WHERE organisation_id = ?",
		organisation,
	)[0];

/** why they are right: applicants of the bench have paid for the same before. */
const twiceOf = ({ file }, since) =>
	read(file, "SELECT count(*) AS noted FROM payment_exceptions WHERE kind = 'paid_twice' AND created_at >= ?", since)[0]
		.noted;
