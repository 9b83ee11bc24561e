import { formatDateInput } from "#worker/contract/text/dates";
import { paymentSearchText } from "#worker/contract/text/search-text";
import type { StoredStatus, TransactionItem } from "#worker/database/schema/transactions";
/** In naira, by the form. */
import fees from "../data/fees.json";
import type { Row } from "../insert";
import { createRandom, type Random } from "../random";
import type { DemoApplication } from "../setup";
import { day, hour } from "../times";
import { checksOf, paidAtOf } from "./payment-ledger";
import { type DemoPlatform, providerAnswers } from "./provider-answers";

interface Payer {
	organisationId: string;
	searchKey: string;
	timeZone: string;
	applicantId: string;
	application: DemoApplication;
	courseId: string;
	/** The applicant's full name and account. */
	name: string;
	email: string;
	registeredAt: number;
	/** Null for a form that was only begun. */
	submittedAt: number | null;
	/** Null for an applicant who was not admitted. */
	acceptedAt: number | null;
}

interface Fee {
	/** In naira; lines of 0 are free of charge. */
	lines: readonly (readonly [name: string, naira: number])[];
	/** When it can be paid. */
	from: number;
	to: number;
	isPaid: boolean;
}

const digits = "0123456789";
const referenceLetters = "23456789abcdefghjkmnpqrstuvwxyz";

/** Each provider's share of the payments. */
const platforms = [
	["REMITA", 45],
	["PAYSTACK", 40],
	["INTERSWITCH", 15],
] as const satisfies readonly (readonly [DemoPlatform, number])[];

const chargeOf: Record<DemoPlatform, (naira: number) => number> = {
	REMITA: () => 161.25,
	PAYSTACK: (naira) => Math.min(2_000, Math.round(naira * 1.5 + 10_000) / 100),
	INTERSWITCH: () => 0,
};
const referenceOf: Record<DemoPlatform, (random: Random) => string> = {
	REMITA: (random) => random.text(13, digits),
	PAYSTACK: (random) => `T${random.text(15, digits)}`,
	INTERSWITCH: (random) => `ISW-${random.text(12, referenceLetters)}`,
};

const kobo = (naira: number) => Math.round(naira * 100);

const applicationFee = ({ application, registeredAt, submittedAt }: Payer, now: number): Fee => ({
	lines: [
		["Application form", fees.application[application.plan.form]],
		["Portal charge", 1_000],
		["Late registration", 0],
	],
	from: registeredAt,
	to: submittedAt ?? Math.min(now, registeredAt + 2 * day),
	isPaid: submittedAt !== null,
});

const acceptanceFee = ({ application, acceptedAt }: Payer, random: Random, now: number): Fee[] =>
	acceptedAt === null
		? []
		: [
				{
					lines: [
						["Acceptance fee", fees.acceptance[application.plan.form]],
						["Verification of documents", 2_500],
						["Hostel reservation", random.chance(0.3) ? 15_000 : 0],
					],
					from: acceptedAt,
					to: Math.min(now, acceptedAt + 10 * day),
					isPaid: random.chance(0.85),
				},
			];

/**
 * Makes an applicant's payments, the oldest first: the application fee and, after admission, the acceptance fee, with
 * failed attempts. They have a generator of their own, which starts from the applicant's id as it was drawn, so that
 * other rows do not depend on them.
 */
export const transactionsOf = (
	payer: Payer,
	{ seed, drawnId, now }: { seed: number; drawnId: string; now: number },
): Row<"transactions">[] => {
	const { organisationId, applicantId, application, courseId } = payer;
	const random = createRandom(seed, organisationId, drawnId, "transactions");
	// why: for one applicant in six somebody else pays, from another account.
	const sponsor = random.chance(1 / 6) ? `${payer.name.split(" ").at(-1)} Family Account` : undefined;
	const attempt = (fee: Fee, status: StoredStatus, at: number): Row<"transactions"> => {
		const platform = random.weighted(platforms);
		const items = fee.lines.map(([name, naira]): TransactionItem => ({ name, amount: kobo(naira), currency: "NGN" }));
		const amount = items.reduce((sum, item) => sum + item.amount, 0);
		const id = random.id("t");
		const known = {
			reference: referenceOf[platform](random),
			email: payer.email,
			name: sponsor ?? payer.name,
			username: payer.email,
			rrr: platform === "REMITA" ? random.text(12, digits) : null,
		};
		const gatewayCharge = kobo(chargeOf[platform](amount / 100));
		const total = amount + gatewayCharge;
		const paidAt = status === "success" ? paidAtOf(at, now) : null;
		const asked = { ...known, amount: total, description: "", startedAt: at, paidAt };
		const { providerReference, saysStatus: providerStatus, fee: kept } = providerAnswers[platform].says(asked, status);
		const checked = checksOf({ status, startedAt: at, paidAt }, now);
		const searchable = { ...known, providerReference };
		return {
			organisationId,
			id,
			applicantId,
			applicationId: application.id,
			courseId,
			...known,
			amount,
			gatewayCharge,
			platform,
			status,
			items,
			providerReference,
			providerStatus,
			fee: kept,
			searchText: paymentSearchText(payer.searchKey, searchable),
			...(paidAt !== null && { paidAt, paidDay: formatDateInput(paidAt, payer.timeZone), paidAmount: total }),
			checks: checked.length,
			checkedAt: checked.at(-1) ?? null,
			createdAt: at,
			updatedAt: checked.at(-1) ?? at,
		};
	};
	const momentIn = ({ from, to }: Fee, share: number) => Math.floor(from + Math.max(0, to - from) * share);
	const attemptsAt = (fee: Fee): Row<"transactions">[] => {
		const paidAt = momentIn(fee, 0.5 + random.next() * 0.4);
		const failed = random.chance(0.18)
			? [attempt(fee, "failed", Math.max(fee.from, paidAt - random.between(1, 5) * hour))]
			: [];
		if (fee.isPaid) return [...failed, attempt(fee, "success", paidAt)];
		return random.chance(0.6) ? [...failed, attempt(fee, "pending", paidAt)] : failed;
	};
	return [applicationFee(payer, now), ...acceptanceFee(payer, random, now)].flatMap(attemptsAt);
};
