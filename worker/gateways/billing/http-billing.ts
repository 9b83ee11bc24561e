import * as v from "valibot";
import {
	type Billing,
	type LimitKind,
	limitEffects,
	limitKinds,
	type Subscription,
	subscriptionStatuses,
} from "#worker/gateways/billing/interface";
import { fetchBounded, UnusableAnswer } from "#worker/gateways/fetch-bounded";

const limits = { timeoutMs: 3_000, maxAnswerBytes: 64_000 };

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const SubscriptionAnswer = v.object({
	planId: v.string(),
	status: v.picklist(subscriptionStatuses),
	renewsAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
	usage: v.object(v.entriesFromList(limitKinds, count)),
});

const PlanAnswer = v.object({
	data: v.array(
		v.object({
			id: v.string(),
			name: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
			limits: v.array(
				v.object({
					kind: v.string(),
					allowed: v.nullable(count),
					per: v.nullable(v.picklist(["year", "month"])),
					effect: v.picklist(limitEffects),
				}),
			),
		}),
	),
});

/** The billing service over HTTP (§7 subscriptions, plan-configurations). */
export const httpBilling = ({ url, apiKey }: { url: string; apiKey: string }): Billing => {
	const read = async <T>(path: string, answer: v.GenericSchema<unknown, T>): Promise<T | null> => {
		const headers = { accept: "application/json", authorization: `Bearer ${apiKey}` };
		const response = await fetchBounded(`${url.replace(/\/$/, "")}${path}`, { headers }, limits);
		if (response.status === 404) return null;
		if (!response.ok) throw new UnusableAnswer(`the billing service answered ${response.status}`);
		const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), answer), await response.text());
		if (!parsed.success) throw new UnusableAnswer("the billing service answered something else than was agreed");
		return parsed.output;
	};
	return {
		findSubscription: async (organisationId) => {
			const id = encodeURIComponent(organisationId);
			const [subscription, plans] = await Promise.all([
				read(`/subscriptions/${id}`, SubscriptionAnswer),
				read(`/plan-configurations?organisationId=${id}`, PlanAnswer),
			]);
			if (!subscription) return null;
			const plan = plans?.data.find((one) => one.id === subscription.planId);
			if (!plan) throw new UnusableAnswer("the billing service does not know the plan of a subscription");
			return toSubscription(subscription, plan);
		},
	};
};

const toSubscription = (
	{ status, renewsAt, usage }: v.InferOutput<typeof SubscriptionAnswer>,
	plan: v.InferOutput<typeof PlanAnswer>["data"][number],
): Subscription => ({
	plan: plan.name,
	status,
	renewsAt: renewsAt === null ? null : Date.parse(renewsAt),
	limits: plan.limits.flatMap(({ kind, ...limit }) => (isKnown(kind) ? [{ ...limit, kind, used: usage[kind] }] : [])),
});

/** why: a plan may limit more than this portal can explain. */
const isKnown = (kind: string): kind is LimitKind => limitKinds.some((known) => known === kind);
