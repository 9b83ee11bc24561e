import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { orgContextOf } from "#tests/services/org-context";
import { createApplicant, createTransaction, testDb } from "#tests/support/factories";
import type { OrgContext } from "#worker/context";
import { priceOf } from "#worker/contract/price";
import { commit } from "#worker/database/commit";
import { couponUses } from "#worker/database/schema/discounts";
import { transactions } from "#worker/database/schema/transactions";
import type { Coupon } from "#worker/services/coupons/contract";
import { findUsableCode } from "#worker/services/coupons/usable-code.queries";
import { reclaimCodes, releaseCodes, takeCode } from "#worker/services/coupons/writes";

let staff: ServicesFixture;
let ctx: OrgContext;
beforeEach(async () => {
	staff = await openServicesFixture();
	ctx = orgContextOf(staff);
});

const create = async (body: object) =>
	(await staff.send<Coupon>("POST", "/coupons", { name: "Early bird", percent: 25, ownCode: "EARLY-BIRD", ...body }))
		.body;

const about = (applicantId: string, more: object = {}) => ({
	code: "early bird",
	applicationId: staff.application.id,
	applicantId,
	currency: "NGN",
	kinds: ["APPLICATION_FEE" as const],
	now: ctx.now(),
	...more,
});

/** Starts a payment as the product will: the code and the payment's row in one commit. */
const pay = async (
	applicant: Awaited<ReturnType<typeof createApplicant>>,
	transactionId: string = crypto.randomUUID(),
) => {
	const found = await findUsableCode(ctx, about(applicant.id));
	if (!found.ok) return found.problem.code;
	const fee = { kind: "APPLICATION_FEE" as const, name: "Form", amount: 1_500_000 };
	const price = priceOf({ lines: [fee], discount: found.value.discount });
	const { organisationId, applicationId } = applicant;
	const taken = takeCode(ctx, {
		...found.value,
		applicationId,
		applicantId: applicant.id,
		transactionId,
		amount: -(price.discount?.amount ?? 0),
		currency: "NGN",
		now: ctx.now(),
	});
	const payment = {
		organisationId,
		id: transactionId,
		reference: `T${transactionId}`,
		applicantId: applicant.id,
		applicationId,
		email: applicant.email,
		name: "Ada",
		username: applicant.email,
		platform: "PAYSTACK",
		status: "pending" as const,
		searchText: "",
		amount: price.total,
		items: [],
		createdAt: ctx.now(),
		updatedAt: ctx.now(),
	};
	const done = await commit(ctx, {
		guarded: taken,
		writes: [testDb().insert(transactions).values(payment)],
		event: { type: "applicants.noted", payload: { applicationId, applicantIds: [applicant.id] } },
	});
	return done ? "taken" : "lost";
};

const countsOf = async () => {
	const [counts] = await testDb().all<Record<string, number>>(sql`SELECT
		(SELECT uses FROM coupons WHERE organisation_id = ${ctx.organisationId}) AS coupon,
		(SELECT sum(uses) FROM coupon_codes WHERE organisation_id = ${ctx.organisationId}) AS code,
		(SELECT count(*) FROM coupon_uses WHERE organisation_id = ${ctx.organisationId} AND released_at IS NULL) AS uses,
		(SELECT count(*) FROM transactions WHERE organisation_id = ${ctx.organisationId}) AS payments`);
	return counts;
};

test("a code with one use left is taken by exactly one of two at once, and the other's payment is not begun", async () => {
	await create({ usesPerCode: 2 });
	const people = await Promise.all(Array.from({ length: 9 }, () => createApplicant(staff.application)));
	const [first, ...others] = people;
	if (!first) throw new Error("nobody applied");
	expect(await pay(first)).toBe("taken");
	const outcomes = await Promise.all(others.map((applicant) => pay(applicant)));
	expect(outcomes.filter((outcome) => outcome === "taken")).toHaveLength(1);
	expect(outcomes.filter((outcome) => !["lost", "coupon_used_up", "taken"].includes(outcome))).toEqual([]);
	expect(await countsOf()).toEqual({ coupon: 2, code: 2, uses: 2, payments: 2 });
	expect(await pay(await createApplicant(staff.application))).toBe("coupon_used_up");
});

test("an applicant who pays twice at once uses a code as often as one may", async () => {
	await create({ usesPerCode: null, usesPerApplicant: 1 });
	const applicant = await createApplicant(staff.application);
	const outcomes = await Promise.all(Array.from({ length: 6 }, () => pay(applicant)));
	expect(outcomes.filter((outcome) => outcome === "taken")).toHaveLength(1);
	expect(await countsOf()).toEqual({ coupon: 1, code: 1, uses: 1, payments: 1 });
	expect(await pay(applicant)).toBe("coupon_used_already");
	expect(await pay(await createApplicant(staff.application))).toBe("taken");
});

test("a use is released once, and counted again when its payment was made after all", async () => {
	await create({ usesPerCode: 1 });
	const [first, second] = [await createApplicant(staff.application), await createApplicant(staff.application)];
	await pay(first, "payment-1");
	const release = () => ctx.db.batch([releaseCodes(ctx, ["payment-1"]) as never]);
	await release();
	await release();
	expect(await countsOf()).toMatchObject({ coupon: 0, code: 0, uses: 0 });
	expect(await pay(second)).toBe("taken");
	const reclaim = (...ids: string[]) => ctx.db.batch([reclaimCodes(ctx, ids) as never]);
	await reclaim("payment-1");
	expect(await countsOf(), "somebody else has it").toMatchObject({ coupon: 1, code: 1, uses: 1 });
	await testDb().run(sql`UPDATE coupons SET uses_per_code = 2 WHERE organisation_id = ${ctx.organisationId}`);
	await reclaim("payment-1");
	await reclaim("payment-1");
	expect(await countsOf(), "there is room again").toMatchObject({ coupon: 2, code: 2, uses: 2 });
	await ctx.db.batch([releaseCodes(ctx, ["no-such-payment"]) as never]);
	expect(await countsOf()).toMatchObject({ coupon: 2 });
	await testDb().run(sql`UPDATE transactions SET status = 'success' WHERE organisation_id = ${ctx.organisationId}`);
	await release();
	expect(await countsOf(), "what is paid keeps its use").toMatchObject({ coupon: 2 });
});

test("of several uses that are reclaimed at once as many count as there is room for, and as an applicant may have", async () => {
	await create({ usesPerCode: 3, usesPerApplicant: 2 });
	const [one, two] = [await createApplicant(staff.application), await createApplicant(staff.application)];
	const mine = ["mine-1", "mine-2", "mine-3"];
	const theirs = ["theirs-1", "theirs-2"];
	const all = [...mine, ...theirs];
	for (const id of all) {
		expect(await pay(id.startsWith("mine") ? one : two, id)).toBe("taken");
		await ctx.db.batch([releaseCodes(ctx, [id]) as never]);
	}
	await ctx.db.batch([reclaimCodes(ctx, mine) as never]);
	expect(await countsOf()).toMatchObject({ coupon: 2, code: 2, uses: 2 });
	await ctx.db.batch([reclaimCodes(ctx, all) as never]);
	expect(await countsOf()).toMatchObject({ coupon: 3, code: 3, uses: 3 });
});

test("a discount that was changed since the price was made is not taken", async () => {
	const { id, version } = await create({});
	const applicant = await createApplicant(staff.application);
	const found = await findUsableCode(ctx, about(applicant.id));
	if (!found.ok) throw new Error(found.problem.code);
	await staff.send("PUT", `/coupons/${id}`, { name: "Early bird", percent: 10, ownCode: "EARLY-BIRD", version });
	const taken = takeCode(ctx, {
		...found.value,
		applicationId: staff.application.id,
		applicantId: applicant.id,
		transactionId: "late",
		amount: 1,
		currency: "NGN",
		now: ctx.now(),
	});
	await ctx.db.batch([taken.write as never]);
	expect(await countsOf()).toMatchObject({ coupon: 0, uses: 0 });
});

describe("a code that cannot be used says why, and is not taken", () => {
	const now = Date.UTC(2026, 10, 23);
	test.each([
		["coupon_unknown", {}, { code: "late bird" }],
		["coupon_unknown", {}, { code: " - " }],
		["coupon_off", { active: false }, {}],
		["coupon_not_begun", { startsAt: now + 60_000 }, { now }],
		["coupon_expired", { endsAt: now }, { now }],
		["coupon_other_application", {}, { applicationId: "another" }],
		["coupon_other_currency", { currency: "USD" }, {}],
		["coupon_other_payment", { paymentKinds: ["ACCEPTANCE_FEE"] }, {}],
	])("%s", async (code, coupon, asked) => {
		const applicationIds = code === "coupon_other_application" ? [staff.application.id] : [];
		const made = await create({ ...coupon, applicationIds });
		const applicant = await createApplicant(staff.application);
		const found = await findUsableCode(ctx, about(applicant.id, asked));
		expect(found).toMatchObject({ ok: false, problem: { code, status: 422 } });
		if (["coupon_unknown", "coupon_other_payment"].includes(code)) return;
		const { applicationId, currency, now: at } = about(applicant.id, asked);
		const { write } = takeCode(ctx, {
			couponId: made.id,
			position: 0,
			version: made.version,
			applicationId,
			applicantId: applicant.id,
			transactionId: "t",
			amount: 1,
			currency,
			now: at,
		});
		await ctx.db.batch([write as never]);
		expect(await testDb().select().from(couponUses).where(sql`organisation_id = ${ctx.organisationId}`)).toEqual([]);
	});

	test("another institution's code is unknown", async () => {
		await create({});
		const elsewhere = { ...ctx, organisationId: (await openServicesFixture()).organisation.id };
		const applicant = await createApplicant(staff.application);
		expect(await findUsableCode(elsewhere, about(applicant.id))).toMatchObject({ problem: { code: "coupon_unknown" } });
	});
});

test("what a code takes off is written on its line", async () => {
	await create({ percent: null, amount: 500_000, currency: "NGN" });
	const applicant = await createApplicant(staff.application);
	await createTransaction(applicant);
	expect(await findUsableCode(ctx, about(applicant.id))).toMatchObject({
		value: { position: 0, discount: { name: "Discount EARLY-BIRD (₦5,000.00)", amount: 500_000 } },
	});
});
