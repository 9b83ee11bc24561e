import type { OrgContext } from "#worker/context";
import { openGateway } from "#worker/gateways/payments/open-gateway";
import type { PaymentGateway } from "#worker/gateways/payments/port";
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
 * Opens the gateway that a payment was started with, or else the platform's first: a payment from before the institution
 * entered its keys here. Undefined where there are no keys.
 */
export const gatewayOf = async (
	ctx: Opener,
	{ configurationId, platform }: { configurationId: string | null; platform: string },
): Promise<OpenGateway | undefined> => {
	const own = configurationId === null ? undefined : await findConfiguration(ctx, configurationId);
	const row = own ?? (await activeConfigurations(ctx, platform))[0];
	return row && openRow(ctx, row);
};

/** Returns gatewayOf for many payments, which opens each gateway once. */
export const gatewaysOfMany = (): typeof gatewayOf => {
	const opened = new Map<string, ReturnType<typeof gatewayOf>>();
	return (ctx, payment) => {
		const key = `${payment.configurationId} ${payment.platform}`;
		const known = opened.get(key) ?? gatewayOf(ctx, payment);
		opened.set(key, known);
		return known;
	};
};
