import type { OrgContext } from "#worker/context";
import { dayMs } from "#worker/contract/day-ms";
import { bucketFor, type Limit } from "#worker/http/rate-limit";
import { countHit, giveBackHit } from "#worker/http/rate-limits.writes";

/** How often one referee is emailed, so that nobody is pestered. */
const limit: Limit = { name: "referee-asked", attempts: 5, windowMs: dayMs };

const bucketsOf = ({ organisationId }: OrgContext, referees: readonly { id: string }[]) =>
	Promise.all(referees.map(async ({ id }) => ({ organisationId, bucket: await bucketFor(limit.name, id) })));

/** Counts one request for each. @returns the ids of those who may be asked once more. */
export const mayBeAsked = async (ctx: OrgContext, referees: readonly { id: string }[]): Promise<Set<string>> => {
	const { db, now } = ctx;
	const count = (bucket: Parameters<typeof countHit>[1]) => countHit(db, bucket, now(), limit.windowMs);
	const [first, ...others] = await bucketsOf(ctx, referees);
	if (!first) return new Set();
	const counted = await db.batch([count(first), ...others.map(count)]);
	const isAllowed = (index: number) => (counted[index]?.[0]?.hits ?? 0) <= limit.attempts;
	return new Set(referees.filter((_, index) => isAllowed(index)).map(({ id }) => id));
};

/** Takes the request back for those whom no email reached. */
export const giveBackAsking = async (ctx: OrgContext, referees: readonly { id: string }[]): Promise<void> => {
	const [first, ...others] = await bucketsOf(ctx, referees);
	if (first) await ctx.db.batch([giveBackHit(ctx.db, first), ...others.map((one) => giveBackHit(ctx.db, one))]);
};
