import type { DatabaseSync } from "node:sqlite";
import { formatDateInput } from "#worker/contract/text/dates";
import { formatMoney } from "#worker/contract/text/money";
import { paymentSearchText } from "#worker/contract/text/search-text";
import type { TransactionItem } from "#worker/database/schema/transactions";
import type { inserter, Row } from "../insert";
import { day, hour } from "../times";
import { checksOf } from "./payment-ledger";

type Payment = Row<"transactions">;

interface Institution {
	organisationId: string;
	searchKey: string;
	timeZone: string;
	/** The application whose payments are odd. */
	applicationId: string;
	staff: { id: string; name: string };
	now: number;
}

/**
 * Makes one payment of every kind that the exception desk knows, with its exception; a partial refund, and exceptions that
 * were resolved. What needs a platform is booked at its stand-in by `local/demo-exceptions.mjs`.
 * @returns what adds their last lines to the ledger, after the lines of all payments
 */
export const addExceptions = (
	database: DatabaseSync,
	insert: ReturnType<typeof inserter>,
	{ organisationId, searchKey, timeZone, applicationId, staff, now }: Institution,
): (() => void) => {
	const payments = findPayments(database, { organisationId, applicationId, now });
	const ledger: Row<"paymentEvents">[] = [];
	const amend = database.prepare(
		"UPDATE transactions SET reversed_amount = ?, updated_at = ? WHERE organisation_id = ? AND id = ?",
	);
	let made = 0;
	const id = (of: string) => `${organisationId}-exception-${of}`;
	const note = (
		kind: Row<"paymentExceptions">["kind"],
		reason: string,
		about: Pick<Payment, "reference" | "platform"> & Partial<Payment>,
		more: Partial<Row<"paymentExceptions">> = {},
	) => {
		made += 1;
		insert({
			paymentExceptions: [
				{
					organisationId,
					id: id(`${made}`),
					kind,
					reason,
					subject: about.id ?? `${about.platform} ${about.reference}`,
					transactionId: about.id ?? null,
					platform: about.platform,
					reference: about.reference,
					courseId: about.courseId ?? null,
					createdAt: now - made * 3 * hour,
					amount: about.id ? totalOf(about) : null,
					currency: about.id ? (about.currency ?? "NGN") : null,
					...more,
				},
			],
		});
	};
	const line = (payment: Payment, outcome: string, said: string, at: number): Row<"paymentEvents"> => ({
		organisationId,
		id: id(`${payment.id}-${outcome}`),
		transactionId: payment.id,
		platform: payment.platform,
		source: "webhook",
		exchanges: [],
		outcome,
		note: said,
		createdAt: at,
	});
	/** Adds a payment like another one. */
	const add = (like: Payment, key: string, changed: Partial<Payment>): Payment => {
		const reference = `PAY-${key.toUpperCase()}`;
		const known = { ...like, reference, rrr: null };
		const { seq: _, ...payment } = {
			...like,
			...known,
			id: id(`payment-${key}`),
			providerReference: null,
			reversedAmount: 0,
			platform: "PAYSTACK",
			searchText: paymentSearchText(searchKey, known),
			...changed,
		};
		const { createdAt: startedAt = now, paidAt = null } = payment;
		const checks = checksOf({ status: "success", startedAt, paidAt }, now);
		Object.assign(payment, { checks: checks.length, checkedAt: checks.at(-1) ?? null });
		insert({ transactions: [payment] });
		return payment;
	};
	const giveBack = (payment: Payment, amount: number, description: string, at: number) => {
		amend.run(amount, at, organisationId, payment.id);
		insert({
			paymentReversals: [
				{
					organisationId,
					id: id(`reversal-${payment.id}`),
					transactionId: payment.id,
					amount,
					total: amount,
					currency: payment.currency ?? "NGN",
					platform: payment.platform,
					description,
					createdAt: at,
					day: formatDateInput(at, timeZone),
				},
			],
		});
		ledger.push(line(payment, "reversed", description, at));
	};

	const [stuck, less, foreign, other] = payments.pending;
	const [first, nobody, partly, international, former] = payments.paid;
	const [admitted] = payments.admitted;
	const [discounted] = payments.discounted;
	if (stuck) {
		ledger.push(line(stuck, "reported_paid", "The platform reported the payment as paid.", now - 5 * hour));
		note(
			"paid_but_pending",
			"The platform has reported it as paid. The provider says pending when it is asked.",
			stuck,
		);
	}
	if (less) {
		const paid = totalOf(less) - 50_000;
		const reason = `${formatMoney(totalOf(less))} was asked for, and the provider says ${formatMoney(paid)}.`;
		note("amount_differs", reason, less, { amount: paid });
	}
	if (foreign)
		note("currency_differs", "NGN was asked for, and the provider says USD.", foreign, {
			amount: 4_500,
			currency: "USD",
		});
	if (other) note("reference_differs", "The provider answered about PAY-8K2MWXH4TR7QZC3N.", other);
	if (first) {
		const again = { createdAt: (first.createdAt ?? now) + hour, paidAt: (first.paidAt ?? now) + hour };
		note("paid_twice", "The applicant has paid for the same before.", add(first, "twice7hq2mxk4", again));
	}
	note("unknown_reference", "charge.success came for a reference that is not in the books.", {
		reference: "PAY-STRAY4WZ8NQ2",
		platform: "PAYSTACK",
	});
	if (nobody) {
		const somebody = { name: "Okonkwo Family Trust", email: "office@okonkwo-trust.example" };
		const unknown = { applicantId: null, courseId: null, ...somebody, username: somebody.email };
		note("no_applicant", "It was paid for no applicant that is known.", add(nobody, "nobody5rt9cwk3", unknown));
	}
	if (admitted) {
		giveBack(admitted, totalOf(admitted), "The provider says reversed.", now - 26 * hour);
		note("reversed_after_admission", "The money went back, and the applicant is admitted.", admitted);
	}
	if (international) {
		const items = [{ name: "Application form, international", amount: 15_000, currency: "USD" }];
		const dollars = {
			amount: 15_000,
			paidAmount: 15_000,
			gatewayCharge: 0,
			currency: "USD",
			items,
			platform: "STRIPE",
		};
		const disputed = add(international, "dispute3mk8wq", dollars);
		const startedAt = disputed.createdAt ?? now;
		for (const [index, at] of checksOf(
			{ status: "success", startedAt, paidAt: disputed.paidAt ?? null },
			now,
		).entries()) {
			if (index === 0)
				ledger.push({ ...line(disputed, "started", "The payment was started.", startedAt), source: "start" });
			const outcome = index === 0 ? "success" : "unchanged";
			ledger.push({ ...line(disputed, outcome, "The provider says succeeded.", at), source: "schedule" });
		}
		ledger.push(
			line(disputed, "told", "charge.dispute.created: the platform is asked whether that is so.", now - 8 * hour),
		);
		note("disputed", "The payer disputes $150.00 at their bank.", disputed);
	}
	if (discounted)
		note(
			"discount_used_up",
			"It was paid with a discount code whose use had been given back, and no use is left.",
			discounted,
		);
	if (partly) giveBack(partly, 500_000, "The provider says success. ₦5,000.00 went back.", now - 20 * hour);
	const by = { resolvedBy: staff.id, resolvedByName: staff.name };
	if (former)
		note("paid_twice", "The applicant has paid for the same before.", former, {
			...by,
			action: "dismiss",
			resolvedAt: now - 40 * hour,
			resolution: "The second payment is for the applicant's sister. She is attached to it.",
		});
	note(
		"unknown_reference",
		"charge.success came for a reference that is not in the books.",
		{ reference: "INV-2209-FEES", platform: "PAYSTACK" },
		{
			...by,
			action: "dismiss",
			resolvedAt: now - 60 * hour,
			resolution: "It belongs to the bookshop, which uses the same account.",
		},
	);
	return () => insert({ paymentEvents: ledger });
};

const totalOf = ({ amount = 0, gatewayCharge = 0 }: Partial<Payment>): number => amount + gatewayCharge;

/** Finds payments that may be odd: the newest that are pending or paid, and one of an admitted applicant. */
const findPayments = (
	database: DatabaseSync,
	{ organisationId, applicationId, now }: Pick<Institution, "organisationId" | "applicationId" | "now">,
) => {
	const find = (matching: string, limit: number): Payment[] =>
		database
			.prepare(
				`SELECT payment.*
				FROM transactions AS payment JOIN applicants AS applicant
					ON applicant.organisation_id = payment.organisation_id AND applicant.id = payment.applicant_id
				JOIN workflow_steps AS step
					ON step.organisation_id = applicant.organisation_id AND step.id = applicant.step_id
				WHERE payment.organisation_id = ? AND payment.application_id = ? AND payment.created_at < ? AND ${matching}
				ORDER BY payment.created_at DESC, payment.id LIMIT ?`,
			)
			.all(organisationId, applicationId, now - 2 * day, limit)
			.map(toPayment);
	return {
		pending: find("payment.status = 'pending' AND payment.platform = 'PAYSTACK'", 4),
		paid: find("payment.status = 'success' AND payment.amount > 500000 AND step.type <> 'ACCEPTED'", 5),
		admitted: find("payment.status = 'success' AND step.type = 'ACCEPTED'", 1),
		discounted: find(
			`payment.status = 'success' AND EXISTS (SELECT 1 FROM coupon_uses AS used
				WHERE used.organisation_id = payment.organisation_id AND used.transaction_id = payment.id)`,
			1,
		),
	};

	function toPayment(row: Record<string, unknown>): Payment {
		const text = (name: string) => String(row[name]);
		const orNull = (name: string) => (row[name] === null ? null : Number(row[name]));
		const items: TransactionItem[] = JSON.parse(text("items"));
		return {
			organisationId,
			id: text("id"),
			reference: text("reference"),
			applicantId: text("applicant_id"),
			applicationId,
			courseId: row.course_id === null ? null : text("course_id"),
			email: text("email"),
			name: text("name"),
			username: text("username"),
			amount: Number(row.amount),
			items,
			gatewayCharge: Number(row.gateway_charge),
			currency: text("currency"),
			platform: text("platform"),
			status: row.status === "success" ? "success" : "pending",
			paidAmount: orNull("paid_amount"),
			paidAt: orNull("paid_at"),
			paidDay: row.paid_day === null ? null : text("paid_day"),
			createdAt: Number(row.created_at),
			updatedAt: Number(row.updated_at),
			searchText: text("search_text"),
		};
	}
};
