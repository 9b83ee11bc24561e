import type { DatabaseSync } from "node:sqlite";
import { priceOf } from "#worker/contract/price";
import { foldCode } from "#worker/services/coupons/code-text";
import type { Row, Rows } from "../insert";
import type { People } from "../people";
import { createRandom } from "../random";
import type { DemoApplication, Setup } from "../setup";
import { day, hour } from "../times";

/** The letters of codes that are made. */
const letters = "34679CDFGHJKMNPQRTVWXY";

interface Plan {
	key: string;
	name: string;
	codes: number;
	ownCode?: string;
	usesPerCode: number | null;
	percent?: number;
	/** In kobo. */
	amount?: number;
	paymentKinds?: string[];
	isForMain?: boolean;
	/** From today, in days. */
	starts?: number;
	ends?: number;
	active?: boolean;
	/** How many payments used it. */
	used: number;
}

/** A discount code in each state. */
const plans: readonly Plan[] = [
	{
		key: "early-bird",
		name: "Early bird",
		codes: 1,
		ownCode: "EARLY-BIRD-26",
		usesPerCode: 500,
		percent: 25,
		isForMain: true,
		paymentKinds: ["APPLICATION_FEE"],
		starts: -60,
		ends: 30,
		used: 5,
	},
	{
		key: "scholars",
		name: "State scholars",
		codes: 40,
		usesPerCode: 1,
		percent: 50,
		used: 6,
		isForMain: true,
		paymentKinds: ["ACCEPTANCE_FEE", "APPLICATION_FEE"],
		starts: -90,
	},
	{ key: "staff", name: "Children of staff", codes: 2, usesPerCode: 1, percent: 100, used: 2 },
	{
		key: "fair",
		name: "Education fair",
		codes: 1,
		usesPerCode: 200,
		amount: 250_000,
		used: 0,
		starts: -400,
		ends: -340,
	},
	{ key: "alumni", name: "Alumni week", codes: 1, usesPerCode: null, percent: 10, starts: 20, ends: 27, used: 0 },
	{ key: "partners", name: "Partner schools", codes: 12, usesPerCode: 1, percent: 20, active: false, used: 0 },
];

const addOnPlans = [
	{
		key: "post",
		name: "Printed form by post",
		price: 250_000,
		enabled: true,
		description: "Your submitted form, printed, stamped and sent to your address.",
	},
	{
		key: "hostel",
		name: "Hostel application",
		price: 500_000,
		enabled: true,
		description: "A place in the ballot for a room on campus.",
	},
	{
		key: "verification",
		name: "Fast verification of documents",
		price: 750_000,
		enabled: false,
		description: "Your certificates are verified within three working days.",
	},
];

/** Makes discount codes in every state and add-ons, with their history. */
export const discountsOf = (
	{ organisation }: Setup,
	people: People,
	main: DemoApplication,
	{ seed, now }: { seed: number; now: number },
): Rows => {
	const [author] = people.rows.users;
	if (!author) return {};
	const { id: organisationId } = organisation;
	const random = createRandom(seed, organisationId, "coupons");
	const saved = { createdAt: now - 100 * day, updatedAt: now - 100 * day };
	const at = (days: number | undefined) =>
		days === undefined ? null : Math.floor(now / day) * day + days * day - hour;
	const coupons = plans.map(
		({ key, isForMain = false, starts, ends, ownCode = null, ...plan }, index): Row<"coupons"> => ({
			organisationId,
			id: `${organisationId}-coupon-${key}`,
			name: plan.name,
			codes: plan.codes,
			ownCode,
			usesPerCode: plan.usesPerCode,
			usesPerApplicant: 1,
			percent: plan.percent ?? null,
			amount: plan.amount ?? null,
			currency: plan.amount === undefined ? null : "NGN",
			applicationIds: isForMain ? [main.id] : [],
			paymentKinds: plan.paymentKinds ?? [],
			startsAt: at(starts),
			endsAt: at(ends),
			active: plan.active ?? true,
			...saved,
			createdAt: saved.createdAt + index * day,
		}),
	);
	const makeCode = () => Array.from({ length: 3 }, () => random.text(4, letters)).join("-");
	const couponCodes = coupons.flatMap(({ id: couponId, codes, ownCode, createdAt }) =>
		Array.from({ length: codes }, (_, position) => {
			const code = ownCode ?? makeCode();
			return { organisationId, couponId, position, code, folded: foldCode(code), createdAt };
		}),
	);
	const addOns = addOnPlans.map(({ key, ...plan }) => ({
		organisationId,
		id: `${organisationId}-addon-${key}`,
		...plan,
		currency: "NGN",
		applicationIds: [],
		...saved,
	}));
	const created = (kind: string, id: string, after: Record<string, unknown>): Row<"recordChanges"> => ({
		organisationId,
		id: `${id}-1`,
		kind,
		recordId: id,
		action: "created",
		after,
		createdAt: saved.createdAt,
		actorId: author.id,
		actorName: `${author.firstName} ${author.lastName}`,
	});
	return {
		coupons,
		couponCodes,
		addOns,
		recordChanges: [
			...coupons.map(({ organisationId: _, id, createdAt: __, updatedAt: ___, ...fields }) =>
				created("coupon", id, fields),
			),
			...addOns.map(({ id, name, description, price, currency, applicationIds, enabled }) =>
				created("add_on", id, { name, description, price, currency, applicationIds, enabled }),
			),
		],
	};
};

/** Lets payments of the main application have used the codes: the code's line is added to them, and taken off. */
export const useDiscounts = (
	database: DatabaseSync,
	organisationId: string,
	{ id: applicationId }: DemoApplication,
) => {
	const payments = database
		.prepare(
			`SELECT id, items, created_at AS createdAt FROM transactions
			WHERE organisation_id = ? AND application_id = ? AND status IN ('success', 'pending') AND currency = 'NGN'
			ORDER BY created_at, id LIMIT ? OFFSET 40`,
		)
		.all(
			organisationId,
			applicationId,
			plans.reduce((sum, { used }) => sum + used, 0),
		);
	const findCode = database.prepare(
		"SELECT code FROM coupon_codes WHERE organisation_id = ? AND coupon_id = ? AND position = ?",
	);
	const take = database.prepare(
		`INSERT INTO coupon_uses (organisation_id, transaction_id, coupon_id, position, amount, currency, taken_at)
		VALUES (?, ?, ?, ?, ?, 'NGN', ?)`,
	);
	const discount = database.prepare(
		"UPDATE transactions SET items = ?, amount = ? WHERE organisation_id = ? AND id = ?",
	);
	const uses = plans.flatMap((plan) => Array.from({ length: plan.used }, (_, use) => ({ ...plan, use })));
	for (const [index, { key, codes, use, percent = 0 }] of uses.entries()) {
		const payment = payments[index];
		if (!payment) return;
		const [couponId, position] = [`${organisationId}-coupon-${key}`, codes === 1 ? 0 : use];
		const items: { name: string; amount: number; currency: string }[] = JSON.parse(String(payment.items));
		const name = `Discount ${findCode.get(organisationId, couponId, position)?.code} (${percent}%)`;
		const lines = items.map((item) => ({ ...item, kind: "APPLICATION_FEE" as const }));
		const price = priceOf({ lines, discount: { name, paymentKinds: [], percent } });
		const taken = -(price.discount?.amount ?? 0);
		take.run(organisationId, String(payment.id), couponId, position, taken, Number(payment.createdAt));
		const withLine = [...items, { name, amount: -taken, currency: "NGN" }];
		discount.run(JSON.stringify(withLine), price.total, organisationId, String(payment.id));
	}
};
