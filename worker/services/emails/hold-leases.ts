import type { OrgContext } from "#worker/context";
import { type ClaimedMail, writeRenewed } from "#worker/services/emails/claims.writes";

/**
 * How long an email belongs to the delivery that claimed it, in milliseconds. why so short: after a crash it is sent no
 * later than the next task starts again.
 */
export const leaseMs = 15_000;
const renewEveryMs = 4_000;

/** Emails that a delivery has to itself: until when, and those that it has lost because it was too slow. */
export interface Lease {
	until: number;
	lost: Set<string>;
}

/** Renews the leases of emails while they are being sent. Fails with the work, or with a renewal that failed. */
export const holdLeases = async <T>(
	ctx: OrgContext,
	mails: ReadonlySet<ClaimedMail>,
	{ lease, everyMs = renewEveryMs }: { lease: Lease; everyMs?: number | undefined },
	work: () => Promise<T>,
): Promise<T> => {
	let renewal = Promise.resolve();
	const renew = async () => {
		const held = [...mails];
		const until = ctx.now() + leaseMs;
		const renewed = new Set((await writeRenewed(ctx, held, { from: lease.until, until })).map(({ id }) => id));
		// why: an email whose outcome was recorded meanwhile is not lost.
		for (const mail of held) if (!renewed.has(mail.id) && mails.has(mail)) lease.lost.add(mail.id);
		lease.until = until;
	};
	const timer = setInterval(() => {
		renewal = renewal.then(renew);
		// why: the failure is thrown when the work has ended.
		renewal.catch(() => clearInterval(timer));
	}, everyMs);
	try {
		return await work();
	} finally {
		clearInterval(timer);
		await renewal;
	}
};
