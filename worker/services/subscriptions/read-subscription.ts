import type { OrgContext } from "#worker/context";
import { Recent } from "#worker/contract/recent";
import { httpBilling } from "#worker/gateways/billing/http-billing";
import type { Subscription } from "#worker/gateways/billing/interface";
import { log } from "#worker/log";
import type { SubscriptionState } from "#worker/services/subscriptions/contract";

/** How long an answer is used, and after how long the service is asked again when it gave none, in milliseconds. */
const keptMs = 5 * 60_000;
const retryMs = 30_000;
/** The most institutions whose answers an isolate keeps. */
const maxOrganisations = 200;

interface Known {
	/** The last answer; null where the service knows no subscription, undefined where there was none yet. */
	answer: Subscription | null | undefined;
	answeredAt: number;
	/** From when it is asked again. */
	askAt: number;
}

const known = new Recent<Known>(maxOrganisations);

/** Reads an institution's subscription, at most every few minutes. Never fails: its state says what is known. */
export const readSubscription = async ({
	env,
	organisationId,
	now,
	requestId,
}: OrgContext): Promise<SubscriptionState> => {
	const { BILLING_URL: url, BILLING_API_KEY: apiKey } = env;
	if (!url || !apiKey) return { state: "not_connected", asOf: null, subscription: null };
	const key = `${url} ${organisationId}`;
	const before = known.get(key);
	if (before && now() < before.askAt) return stateOf(before);
	const asked = await ask({ url, apiKey, organisationId, requestId });
	const at = now();
	const after: Known =
		asked === undefined
			? { answer: before?.answer, answeredAt: before?.answeredAt ?? 0, askAt: at + retryMs }
			: { answer: asked, answeredAt: at, askAt: at + keptMs };
	known.set(key, after);
	return stateOf(after);
};

const ask = async ({
	url,
	apiKey,
	organisationId,
	requestId,
}: Record<"url" | "apiKey" | "organisationId" | "requestId", string>) => {
	try {
		return await httpBilling({ url, apiKey }).findSubscription(organisationId);
	} catch (error) {
		const text = error instanceof Error ? `${error.name}: ${error.message}` : "unknown";
		log("error", { message: "the billing service gave no answer", requestId, error: text });
		return undefined;
	}
};

const stateOf = ({ answer, answeredAt, askAt }: Known): SubscriptionState => {
	if (answer === undefined) return { state: "unreachable", asOf: null, subscription: null };
	if (answer === null) return { state: "none", asOf: answeredAt, subscription: null };
	const isCurrent = askAt === answeredAt + keptMs;
	return {
		state: isCurrent ? "current" : "earlier",
		asOf: answeredAt,
		subscription: { ...answer, limits: [...answer.limits] },
	};
};
