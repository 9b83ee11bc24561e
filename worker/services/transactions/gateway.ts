import type { OrgContext } from "#worker/context";
import { openGateway } from "#worker/gateways/payments/open-gateway";
import type { Answered, Exchange, PaymentGateway, ProviderPayment } from "#worker/gateways/payments/port";
import {
	activeConfigurations,
	type ConfigurationRow,
	findConfiguration,
	openConfiguration,
} from "#worker/services/payment-configurations/queries";

type Opener = Pick<OrgContext, "db" | "organisationId" | "env" | "now">;

export interface OpenGateway {
	configurationId: string;
	/** When the configuration was changed last, UTC milliseconds. */
	changedAt: number;
	gateway: PaymentGateway;
}

export const openRow = async (
	ctx: Pick<OrgContext, "env" | "now">,
	row: ConfigurationRow,
): Promise<OpenGateway | undefined> => {
	const configuration = await openConfiguration(ctx, row);
	return (
		configuration && {
			configurationId: row.id,
			changedAt: row.updatedAt,
			gateway: openGateway(configuration, ctx.env),
		}
	);
};

/**
 * Opens the accounts at which a payment can be: the one that it was started with, or else all of the platform, the oldest first,
 * for a payment from before the institution entered its keys here. None where there are no keys.
 */
export const gatewaysOf = async (
	ctx: Opener,
	{ configurationId, platform }: { configurationId: string | null; platform: string },
): Promise<OpenGateway[]> => {
	const own = configurationId === null ? undefined : await findConfiguration(ctx, configurationId);
	const rows = own ? [own] : await activeConfigurations(ctx, platform);
	const opened = await Promise.all(rows.map((row) => openRow(ctx, row)));
	return opened.flatMap((one) => one ?? []);
};

/** Returns gatewaysOf for many payments, which opens each gateway once. */
export const gatewaysOfMany = (): typeof gatewaysOf => {
	const opened = new Map<string, ReturnType<typeof gatewaysOf>>();
	return (ctx, payment) => {
		const key = `${payment.configurationId} ${payment.platform}`;
		const known = opened.get(key) ?? gatewaysOf(ctx, payment);
		opened.set(key, known);
		return known;
	};
};

/**
 * Asks one account after the other until one knows the payment. @returns its answer; where none does, that of an account which
 * cannot say so, if there is one; undefined where there is no account. All calls come with it.
 */
export const askInTurn = async (
	accounts: readonly OpenGateway[],
	ask: (account: OpenGateway) => Promise<Answered<ProviderPayment>>,
): Promise<{ account: OpenGateway; answered: Answered<ProviderPayment> } | undefined> => {
	const exchanges: Exchange[] = [];
	let last: { account: OpenGateway; answered: Answered<ProviderPayment> } | undefined;
	for (const account of accounts) {
		const answered = await ask(account);
		exchanges.push(...answered.exchanges);
		if (!last || answered.ok || (!last.answered.ok && last.answered.code === "not_found")) last = { account, answered };
		if (answered.ok) break;
	}
	return last && { ...last, answered: { ...last.answered, exchanges } };
};
