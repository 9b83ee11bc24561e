import type { OrgContext } from "#worker/context";
import type { Answered, PaymentGateway, ProviderPage, ProviderPayment } from "#worker/gateways/payments/port";
import { activeConfigurations } from "#worker/services/payment-configurations/queries";
import { namesPayment } from "#worker/services/transactions/book-notices";
import { writeException } from "#worker/services/transactions/exception.writes";
import { openRow } from "#worker/services/transactions/gateway";
import { findNotified } from "#worker/services/transactions/ledger.queries";

/** The most pages of one account's list, of a hundred payments each as a rule. why: a re-query ends, however old its date is. */
const mostPages = 10;

/** Reads what an account lists from a moment on, until it has no more, or does not answer. */
const listedPages = async function* (gateway: PaymentGateway, since: number): AsyncGenerator<ProviderPayment[]> {
	let cursor: string | null = null;
	for (let page = 0; page < mostPages; page += 1) {
		const listed: Answered<ProviderPage> | undefined = await gateway.list?.(since, cursor);
		if (!listed?.ok) return;
		yield listed.value.payments;
		cursor = listed.value.next;
		if (cursor === null) return;
	}
};

/**
 * Notes payments that an account's platform lists as paid since a moment and that are not in the books, once each, as
 * unknown references. Platforms without a list have none, and an outage leaves it to the next re-query.
 */
export const noteUnlisted = async (ctx: OrgContext, since: number): Promise<void> => {
	for (const row of await activeConfigurations(ctx)) {
		const account = await openRow(ctx, row);
		if (!account) continue;
		for await (const listed of listedPages(account.gateway, since)) {
			const paid = listed.filter((one) => one.status === "success" && namesPayment(one));
			const asked = paid.map(({ reference, rrr, providerReference }) => ({
				key: "",
				reference,
				rrr,
				providerReference,
			}));
			const found = await findNotified(ctx, row.platform, asked);
			const [first, ...others] = paid
				.filter((_, place) => found[place]?.transactionId === null)
				.map(({ reference, rrr, providerReference, amount, currency }) => {
					const name = reference ?? rrr ?? providerReference ?? "";
					return writeException(ctx, {
						...{ id: ctx.newId(), kind: "unknown_reference", subject: `${row.platform} ${name}`, reference: name },
						...{ platform: row.platform, configurationId: row.id, rrr, providerReference, amount, currency },
						transactionId: null,
						courseId: null,
						reason: "The platform lists it as paid, and it is not in the books.",
					});
				});
			if (first) await ctx.db.batch([first, ...others]);
		}
	}
};
