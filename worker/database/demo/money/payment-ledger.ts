import type { DatabaseSync } from "node:sqlite";
import { formatDateInput } from "#worker/contract/text/dates";
import type { Exchange, ProviderPayment } from "#worker/gateways/payments/port";
import type { Row, Rows } from "../insert";
import { day, hour } from "../times";
import { type AskedPayment, type DemoPlatform, paystackFee, providerAnswers } from "./provider-answers";

const second = 1_000;
const minute = 60 * second;

/** Returns when a payment that was started at a moment is paid: some minutes later, to the second. */
export const paidAtOf = (startedAt: number, now: number): number =>
	Math.floor(Math.min(now, startedAt + 90 * second + (startedAt % (4 * minute))) / second) * second;

interface Course {
	status: "success" | "failed" | "pending";
	startedAt: number;
	paidAt: number | null;
}

/** Whether the payer came back to the portal before the platform reported. */
const cameBack = ({ startedAt }: Course) => startedAt % 4 === 0;

/** Returns when the platform was asked about a payment. */
export const checksOf = (payment: Course, now: number): number[] => {
	const { status, startedAt, paidAt } = payment;
	const after =
		status === "success"
			? (cameBack(payment) ? [4, 6] : [3]).map((seconds) => (paidAt ?? startedAt) + seconds * second)
			: [minute, isAskedByStaff(payment) ? 20 * hour : 3 * minute].map((ms) => startedAt + ms + (startedAt % 9_000));
	return after.map((at) => Math.min(at, now));
};

/** Whether somebody asked about a payment that stays pending. */
const isAskedByStaff = ({ status, startedAt }: Course) => status === "pending" && startedAt % 3 === 0;

interface Stored extends AskedPayment, Course {
	id: string;
	platform: DemoPlatform;
	/** Without charges. */
	net: number;
	reversedAmount: number;
}

interface Books {
	organisationId: string;
	/** The application in which add-ons are bought. */
	applicationId: string;
	timeZone: string;
	/** The institution's name, which payers read. */
	name: string;
	/** Who asks about payments. */
	staff: { id: string; name: string };
	now: number;
}

/** Every so many of the payments of the last weeks have an add-on, or went back. */
const [addOnEvery, reversalEvery] = [9, 60];
const addOns = [
	{ name: "Printed form by post", amount: 250_000, currency: "NGN" },
	{ name: "Hostel application", amount: 500_000, currency: "NGN" },
];

/**
 * Keeps the ledger of an institution's payments: what each platform was asked, answered and reported. Some payments get
 * an add-on before, and some went back to the payer.
 */
export const keepLedger = (database: DatabaseSync, insert: (rows: Rows) => void, books: Books): void => {
	addAddOns(database, books);
	settlePaid(database, books);
	const payments = readPayments(database, books);
	const reversed = payments.filter(isReversible(database, books)).filter((_, index) => index % reversalEvery === 7);
	const reversals = reversed.map((payment) => reversalOf(payment, books));
	const setReversed = database.prepare(
		"UPDATE transactions SET reversed_amount = ?, provider_status = 'reversed', checks = checks + 1, checked_at = ?, updated_at = ? WHERE organisation_id = ? AND id = ?",
	);
	for (const { amount, transactionId, createdAt } of reversals)
		setReversed.run(amount, createdAt, createdAt, books.organisationId, transactionId);
	insert({ paymentReversals: reversals });
	const wentBack = new Map(reversals.map(({ transactionId, createdAt }) => [transactionId, createdAt]));
	for (const payment of payments)
		insert({
			paymentEvents: eventsOf(payment, wentBack.get(payment.id), books).map((event) => lineOf(event, payment, books)),
		});
};

/** Adds an add-on to some of the newest payments. */
const addAddOns = (database: DatabaseSync, { organisationId, applicationId }: Books): void => {
	const payments = database
		.prepare(
			`SELECT id, items FROM transactions WHERE organisation_id = ? AND application_id = ? AND status = 'success'
				AND amount > 0 ORDER BY created_at DESC, seq DESC LIMIT 400`,
		)
		.all(organisationId, applicationId);
	const add = database.prepare(
		"UPDATE transactions SET items = ?, amount = amount + ? WHERE organisation_id = ? AND id = ?",
	);
	for (const [index, { id, items }] of payments.entries()) {
		const addOn = addOns[index % addOns.length];
		if (index % addOnEvery !== 2 || !addOn) continue;
		add.run(JSON.stringify([...JSON.parse(String(items)), addOn]), addOn.amount, organisationId, String(id));
	}
};

/** Lets what was paid, and kept by the platform, agree with lines that were added and taken off. */
const settlePaid = (database: DatabaseSync, { organisationId, timeZone }: Books): void => {
	const changed = database
		.prepare(
			`SELECT id, platform, amount + gateway_charge AS total FROM transactions
			WHERE organisation_id = ? AND status = 'success' AND paid_amount <> amount + gateway_charge AND amount > 0`,
		)
		.all(organisationId);
	const settle = database.prepare(
		"UPDATE transactions SET paid_amount = ?, fee = ? WHERE organisation_id = ? AND id = ?",
	);
	for (const { id, platform, total } of changed)
		settle.run(
			...([Number(total), platform === "PAYSTACK" ? paystackFee(Number(total)) : null] as const),
			...([organisationId, String(id)] as const),
		);
	// A payment of which a discount leaves nothing is successful at once, without the platform.
	const free = database
		.prepare("SELECT id, created_at AS createdAt FROM transactions WHERE organisation_id = ? AND amount = 0")
		.all(organisationId);
	const give = database.prepare(
		`UPDATE transactions SET status = 'success', gateway_charge = 0, paid_amount = 0, paid_at = created_at, paid_day = ?,
			fee = NULL, provider_reference = NULL, provider_status = NULL, checks = 0, checked_at = NULL
		WHERE organisation_id = ? AND id = ?`,
	);
	for (const { id, createdAt } of free)
		give.run(formatDateInput(Number(createdAt), timeZone), organisationId, String(id));
};

const readPayments = (database: DatabaseSync, { organisationId, name: institution }: Books): Stored[] =>
	database
		.prepare(
			`SELECT id, platform, reference, rrr, email, name, amount, amount + gateway_charge AS total, status, items,
				created_at AS startedAt, paid_at AS paidAt, reversed_amount AS reversedAmount
			FROM transactions WHERE organisation_id = ? AND platform <> 'STRIPE' ORDER BY created_at, seq`,
		)
		.all(organisationId)
		.map(({ id, platform, reference, rrr, email, name, amount, total, status, items, startedAt, paidAt, ...row }) => ({
			id: String(id),
			platform: platform as DemoPlatform,
			status: status as Course["status"],
			net: Number(amount),
			reference: String(reference),
			rrr: rrr === null ? null : String(rrr),
			amount: Number(total),
			email: String(email),
			name: String(name),
			reversedAmount: Number(row.reversedAmount),
			description: `${institution}: ${JSON.parse(String(items))[0].name}`,
			startedAt: Number(startedAt),
			paidAt: paidAt === null ? null : Number(paidAt),
		}));

/** Returns what can go back without anybody having to look: Paystack says so, nothing is odd, the applicant is not admitted. */
const isReversible = (database: DatabaseSync, { organisationId, now }: Books) => {
	const watched = database
		.prepare(
			`SELECT transaction_id AS id FROM payment_exceptions WHERE organisation_id = ?1
			UNION SELECT transaction_id FROM payment_reversals WHERE organisation_id = ?1
			UNION SELECT payment.id FROM transactions AS payment
				JOIN applicants AS applicant ON applicant.organisation_id = payment.organisation_id
					AND applicant.id = payment.applicant_id
				JOIN workflow_steps AS step ON step.organisation_id = applicant.organisation_id AND step.id = applicant.step_id
			WHERE payment.organisation_id = ?1 AND step.type = 'ACCEPTED'`,
		)
		.all(organisationId);
	const ids = new Set(watched.map(({ id }) => String(id)));
	return ({ id, platform, net, paidAt }: Stored): boolean =>
		platform === "PAYSTACK" && net > 0 && paidAt !== null && paidAt < now - 6 * day && !ids.has(id);
};

const reversalOf = (
	{ id, platform, amount, startedAt }: Stored,
	books: Books,
): Row<"paymentReversals"> & { createdAt: number } => {
	const createdAt = startedAt + 3 * day + (startedAt % (2 * day));
	return {
		organisationId: books.organisationId,
		id: `reversal-${id}`,
		transactionId: id,
		amount,
		total: amount,
		currency: "NGN",
		platform,
		day: formatDateInput(createdAt, books.timeZone),
		description: "The provider says reversed: Reversed.",
		createdAt,
	};
};

interface Event {
	source: Row<"paymentEvents">["source"];
	at: number;
	outcome: string;
	note: string;
	exchanges?: Exchange[];
	says?: ProviderPayment;
	key?: string;
	byStaff?: boolean;
}

/** Returns what happened to a payment, the oldest first. @param wentBackAt when it was reversed */
const eventsOf = (payment: Stored, wentBackAt: number | undefined, { now }: Books): Event[] => {
	const { platform, status, startedAt, paidAt, net } = payment;
	if (net === 0) {
		const note = "The discount covers everything: there was nothing to pay.";
		return [{ source: "start", at: startedAt, outcome: "success", note }];
	}
	const answers = providerAnswers[platform];
	const start = answers.start?.(payment);
	const started: Event = {
		source: "start",
		at: startedAt,
		outcome: "started",
		note: "The payment was started.",
		exchanges: start ? [start] : [],
		byStaff: startedAt % 5 === 0,
	};
	const asked = (source: Event["source"], at: number, state: ProviderPayment["status"], outcome: string): Event => {
		// why: before the end the platform knows neither a day nor a fee.
		const known = state === "pending" || state === "failed" ? { ...payment, paidAt: null } : payment;
		const says = answers.says(known, state);
		const note = `The provider says ${says.saysStatus}: ${says.description}.`;
		return { source, at, outcome, note, says, exchanges: [answers.verify(known, state, at)] };
	};
	const reported = (state: ProviderPayment["status"], at: number): Event[] => {
		const report = answers.report(payment, state);
		if (!report) return [];
		const call = { method: "POST", url: "webhook", requestBody: report.body, status: null, responseBody: null };
		return [
			{
				source: "webhook",
				at,
				outcome: "told",
				key: report.key,
				exchanges: [{ ...call, startedAt: at, ms: 0 }],
				note: `${report.event}: the platform is asked whether that is so.`,
			},
		];
	};
	const [first = startedAt, last = first] = checksOf(payment, now);
	if (status === "success") {
		const paid = cameBack(payment)
			? [
					asked("return", first, "success", "success"),
					...reported("success", Math.min(now, (paidAt ?? first) + 5 * second)),
					asked("schedule", last, "success", "unchanged"),
				]
			: [
					...reported("success", Math.min(now, (paidAt ?? first) + 2 * second)),
					asked("schedule", first, "success", "success"),
				];
		const wentBack =
			wentBackAt === undefined
				? []
				: [...reported("reversed", wentBackAt - second), asked("schedule", wentBackAt, "reversed", "reversed")];
		return [started, ...paid, ...wentBack];
	}
	const early = startedAt % 7 === 0 ? outageOf(payment, first) : asked("schedule", first, "pending", "pending");
	if (status === "failed")
		return [started, early, ...reported("failed", last), asked("schedule", last, "failed", "failed")];
	const late = asked(isAskedByStaff(payment) ? "check" : "schedule", last, "pending", "pending");
	return [started, early, { ...late, byStaff: isAskedByStaff(payment) }];
};

const platformNames: Record<DemoPlatform, string> = {
	PAYSTACK: "Paystack",
	REMITA: "Remita",
	INTERSWITCH: "Interswitch",
};

/** A check to which the platform gave no answer: it changes nothing. */
const outageOf = (payment: Stored, at: number): Event => {
	const call = providerAnswers[payment.platform].verify(payment, "pending", at);
	return {
		source: "schedule",
		at,
		outcome: "unavailable",
		note: `${platformNames[payment.platform]} is not available: no answer within 10 seconds.`,
		exchanges: [{ ...call, status: null, responseBody: null, ms: 10_000 }],
	};
};

const lineOf = (
	{ source, at, outcome, note, exchanges = [], says, key = "", byStaff = false }: Event,
	{ id, platform }: Stored,
	{ organisationId, staff }: Books,
): Row<"paymentEvents"> => ({
	organisationId,
	id: `${id}-${source}-${at}`,
	transactionId: id,
	platform,
	source,
	key: key || null,
	actorId: byStaff ? staff.id : null,
	actorName: byStaff ? staff.name : null,
	exchanges,
	says: says ?? null,
	outcome,
	note,
	createdAt: at,
});
