import type { OrgContext } from "#worker/context";
import { activeConfigurations, findConfiguration } from "#worker/services/payment-configurations/queries";
import type { TransactionDetails } from "#worker/services/transactions/contract";
import { findBooked, readLedger } from "#worker/services/transactions/ledger.queries";
import { selectOne, toTransaction } from "#worker/services/transactions/queries";

/** Reads a payment with its ledger; undefined when there is none. */
export const paymentDetails = async (ctx: OrgContext, id: string): Promise<TransactionDetails | undefined> => {
	const [[row], booked, ledger] = await Promise.all([selectOne(ctx, id), findBooked(ctx, id), readLedger(ctx, id)]);
	if (!row || !booked) return undefined;
	const { providerReference, fee, checkedAt, dueAt, configurationId, platform } = booked;
	const [own, others] = await Promise.all([
		configurationId === null ? undefined : findConfiguration(ctx, configurationId),
		activeConfigurations(ctx, platform),
	]);
	return {
		...toTransaction(row),
		providerReference,
		fee,
		checkedAt,
		dueAt,
		ledger,
		canBeChecked: own !== undefined || others.length > 0,
	};
};
