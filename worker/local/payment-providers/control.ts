import * as v from "valibot";
import { type BookedPayment, bookStatuses, refundedOf } from "./books.ts";
import { type Bank, deeds, type FakeCall, type FakeReply, json } from "./calls.ts";
import type { Delivery } from "./deliver.ts";
import { switchNames } from "./switches.ts";

const Platform = v.picklist(["PAYSTACK", "REMITA", "INTERSWITCH", "STRIPE", "NABROLL", "PAYPRO_KANO", "PAYUNIMAID"]);
const Minor = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const named = { platform: Platform, account: v.optional(v.string()) };

const Row = v.strictObject({
	...named,
	reference: v.string(),
	amount: Minor,
	currency: v.optional(v.string()),
	status: v.optional(v.picklist(bookStatuses)),
	rrr: v.optional(v.nullable(v.string())),
	providerReference: v.optional(v.nullable(v.string())),
	paidAmount: v.optional(v.nullable(Minor)),
	fee: v.optional(v.nullable(Minor)),
	channel: v.optional(v.nullable(v.string())),
	payer: v.optional(v.strictObject({ email: v.string(), name: v.string(), phone: v.nullable(v.string()) })),
	description: v.optional(v.string()),
	returnUrl: v.optional(v.string()),
	startedAt: v.optional(Minor),
	paidAt: v.optional(v.nullable(Minor)),
});
const Switched = v.strictObject({
	platform: Platform,
	account: v.optional(v.nullable(v.string()), null),
	reference: v.optional(v.nullable(v.string()), null),
	switch: v.picklist(switchNames),
	ms: v.optional(Minor, 0),
	times: v.optional(v.nullable(v.pipe(v.number(), v.minValue(1))), null),
});
const Opened = v.strictObject({
	platform: Platform,
	id: v.string(),
	secret: v.optional(v.string()),
	webhookSecret: v.optional(v.string()),
	more: v.optional(v.record(v.string(), v.string())),
	webhookUrl: v.optional(v.nullable(v.string())),
});
const Done = v.strictObject({ ...named, reference: v.string(), deed: v.picklist(deeds), amount: v.optional(Minor) });

/** What a payment's status is for the portal, as far as the provider's interface can say it. */
const meansOf = ({ platform, status }: BookedPayment): "success" | "failed" | "pending" | "reversed" => {
	if (status === "success") return "success";
	// why: no word for a reversal is published by these three, and none for a failure by NABRoll.
	if (status === "reversed") return ["REMITA", "INTERSWITCH", "NABROLL"].includes(platform) ? "success" : "reversed";
	if (status === "open" || status === "pending" || platform === "NABROLL") return "pending";
	return "failed";
};

/** What went back, as far as the provider's interface can say it. */
const returnedOf = (payment: BookedPayment): number => {
	const { platform, dispute, amount } = payment;
	if (["REMITA", "INTERSWITCH", "NABROLL"].includes(platform)) return 0;
	const lost = (platform === "STRIPE" || platform === "PAYSTACK") && dispute?.state === "lost" ? dispute.amount : 0;
	return Math.min(amount, refundedOf(payment) + lost);
};

const shown = (payment: BookedPayment) => ({ ...payment, means: meansOf(payment), returned: returnedOf(payment) });

const read = <T>(body: string, schema: v.GenericSchema<unknown, T>): T[] =>
	v.parse(
		v.pipe(
			v.string(),
			v.parseJson(),
			v.union([
				v.array(schema),
				v.pipe(
					schema,
					v.transform((one) => [one]),
				),
			]),
		),
		body,
	);

/** Answers the calls by which tests and the demo see and steer the stand-ins; undefined when it is none of them. */
export const control = (call: FakeCall, bank: Bank, deliveries: readonly Delivery[]): FakeReply | undefined => {
	try {
		return answer(call, bank, deliveries);
	} catch (error) {
		if (!(error instanceof v.ValiError)) throw error;
		return json(400, { message: error.message, at: v.getDotPath(error.issues[0]) });
	}
};

const answer = (
	{ method, path, query, body }: FakeCall,
	{ books, switches, carryOut }: Bank,
	deliveries: readonly Delivery[],
): FakeReply | undefined => {
	const isWanted = (row: { platform: string; account: string; reference: string }) =>
		(["platform", "account", "reference"] as const).every((name) => [null, row[name]].includes(query.get(name)));
	const accountOf = (row: { platform: string; account?: string | undefined }) =>
		row.account ?? books.accounts().find(({ platform }) => platform === row.platform)?.id ?? "";

	switch (`${method} ${path}`) {
		case "GET /books":
			return json(200, books.payments().filter(isWanted).map(shown));
		case "POST /books": {
			const rows = read(body, Row);
			const own = rows.map((row) => ({ ...withoutUndefined(row), account: accountOf(row) }));
			return json(201, { rows: own.map((row) => books.put(row)).length });
		}
		case "GET /accounts":
			return json(200, books.accounts());
		case "PUT /accounts":
			return json(
				200,
				read(body, Opened).map((account) => books.putAccount(withoutUndefined(account))),
			);
		case "GET /switches":
			return json(200, switches.all());
		case "PUT /switches": {
			for (const one of read(body, Switched)) switches.put(one);
			return json(200, switches.all());
		}
		case "GET /deliveries":
			return json(200, deliveries.filter(isWanted));
		case "POST /deeds": {
			const [done] = read(body, Done);
			const payment =
				done &&
				books.find(
					(one) =>
						one.platform === done.platform && one.account === accountOf(done) && one.reference === done.reference,
				);
			return done && payment
				? json(200, shown(carryOut(payment, done.deed, done.amount)))
				: json(404, { message: "no such payment" });
		}
		default:
			return undefined;
	}
};

/** why: a value that is left out keeps what was known. */
const withoutUndefined = <T extends object>(given: T): T => JSON.parse(JSON.stringify(given));
