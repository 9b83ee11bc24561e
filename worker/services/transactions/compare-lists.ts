import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import type { Answered, PaymentGateway, ProviderPage, ProviderPayment } from "#worker/gateways/payments/port";
import { activeConfigurations, type ConfigurationRow } from "#worker/services/payment-configurations/queries";
import { namesPayment } from "#worker/services/transactions/book-notices";
import { checksErrand, tellChecks } from "#worker/services/transactions/check-due";
import { writeException } from "#worker/services/transactions/exception.writes";
import { openRow } from "#worker/services/transactions/gateway";
import { returnedOf, wholeOf } from "#worker/services/transactions/judge-answer";
import { type FoundPayment, findManyBooked, findNotified } from "#worker/services/transactions/ledger.queries";
import { makeManyDue } from "#worker/services/transactions/ledger.writes";
import { sendErrand } from "#worker/tasks/start-task";

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
 * Compares what the accounts' platforms list since a moment with the books. Payments that are paid there and not in the books
 * are noted, once each, as unknown references; those that are paid or went back there alone are made due. Platforms without
 * a list say nothing, and an outage leaves it to the next re-query.
 */
export const compareLists = async (ctx: OrgContext, since: number): Promise<void> => {
	let due = 0;
	for (const row of await activeConfigurations(ctx)) {
		const account = await openRow(ctx, row);
		if (!account) continue;
		for await (const listed of listedPages(account.gateway, since)) due += await comparePage(ctx, row, listed);
	}
	const { organisationId } = ctx;
	if (due > 0 && !tellChecks(organisationId, due))
		await sendErrand(ctx.env, { organisationId, taskId: organisationId, errand: checksErrand });
};

/** @returns how many payments it has made due */
const comparePage = async (
	ctx: OrgContext,
	{ id: configurationId, platform }: ConfigurationRow,
	listed: readonly ProviderPayment[],
): Promise<number> => {
	const paid = listed.filter((one) => (one.status === "success" || one.status === "reversed") && namesPayment(one));
	const asked = paid.map(({ reference, rrr, providerReference }) => ({ key: "", reference, rrr, providerReference }));
	const found = await findNotified(ctx, platform, asked);
	const ids = found.flatMap(({ transactionId }) => transactionId ?? []);
	const booked = new Map((await findManyBooked(ctx, ids)).map((payment) => [payment.id, payment]));
	const behind = paid.flatMap((one, place) => {
		const payment = booked.get(found[place]?.transactionId ?? "");
		return payment && isBehind(payment, one) ? [payment.id] : [];
	});
	const unknown = paid
		.filter(({ status }, place) => status === "success" && found[place]?.transactionId === null)
		.map(({ reference, rrr, providerReference, amount, currency }) => {
			const name = reference ?? rrr ?? providerReference ?? "";
			return writeException(ctx, {
				...{ id: ctx.newId(), kind: "unknown_reference", subject: `${platform} ${name}`, reference: name },
				...{ platform, configurationId, rrr, providerReference, amount, currency },
				transactionId: null,
				courseId: null,
				reason: "The platform lists it as paid, and it is not in the books.",
			});
		});
	const [first, ...others]: Write[] = [...(behind.length > 0 ? [makeManyDue(ctx, behind)] : []), ...unknown];
	if (first) await ctx.db.batch([first, ...others]);
	return behind.length;
};

/** Checks whether the books lack what a platform lists: that it was paid, or what went back. */
const isBehind = (payment: FoundPayment, listed: ProviderPayment): boolean =>
	payment.status !== "success" || payment.reversedAmount < returnedOf(listed, wholeOf(payment));
