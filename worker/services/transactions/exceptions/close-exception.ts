import type { OrgContext } from "#worker/context";
import { fail, ok, type Result } from "#worker/contract/result";
import { commit, type EventToCommit, type Write } from "#worker/database/commit";
import { resolveException } from "#worker/services/transactions/exception.writes";
import type { ExceptionAction, ExceptionResolution } from "#worker/services/transactions/exceptions.contract";
import { type FoundException, findException } from "#worker/services/transactions/exceptions.queries";
import { type isUnchanged, type LedgerLine, writeLedgerLine } from "#worker/services/transactions/ledger.writes";

/** What staff have asked for with one of the actions. */
export type Asked<A extends ExceptionAction> = Extract<ExceptionResolution, { action: A }>;

interface Closing {
	action: ExceptionAction;
	resolution: string;
	/** What the ledger says; the resolution unless it says more. */
	note?: string;
	/** Must hold as well: otherwise the payment has changed. */
	onlyIf?: ReturnType<typeof isUnchanged>;
	/** The payment whose ledger it is written to; that of the exception otherwise. */
	transactionId?: string;
	/** The course by which the payment is seen from now on. */
	courseId?: string | null;
	writes?: readonly Write[];
	further?: readonly EventToCommit[];
}

/** Adds what staff did to the ledger. */
export const writeDeskLine = (
	ctx: OrgContext,
	line: Pick<LedgerLine, "transactionId" | "platform" | "outcome" | "note">,
): Write =>
	writeLedgerLine(ctx, { id: ctx.newId(), source: "desk", actor: ctx.actor, exchanges: [], says: null, ...line });

/** Resolves an exception together with what follows from it, unless somebody was faster. */
export const closeException = async (
	ctx: OrgContext,
	{ id, kind, reference, platform, ...exception }: FoundException,
	{ action, resolution, note = resolution, onlyIf, writes = [], further = [], ...more }: Closing,
): Promise<Result<undefined, "exception_resolved" | "payment_changed">> => {
	const { transactionId = exception.transactionId, courseId } = more;
	const committed = await commit(ctx, {
		guarded: {
			write: resolveException(
				ctx,
				id,
				{ action, resolution, by: ctx.actor },
				{ onlyIf, more: { ...(transactionId && { transactionId }), ...(courseId && { courseId }) } },
			),
			expectedChanges: 1,
		},
		writes: [writeDeskLine(ctx, { transactionId, platform, outcome: action, note }), ...writes],
		event: { type: "payment_exception.resolved", payload: { exceptionId: id, kind, reference } },
		further,
	});
	if (committed) return ok(undefined);
	const now = await findException(ctx, id);
	return fail(now?.resolvedAt === null ? "payment_changed" : "exception_resolved");
};
