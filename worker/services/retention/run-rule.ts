import type { OrgContext } from "#worker/context";
import { dayMs } from "#worker/contract/day-ms";
import { commit } from "#worker/database/commit";
import { backgroundOrgContext } from "#worker/events/background";
import { eraseApplicants } from "#worker/services/privacy/contract";
import { mostCounted, noticeDays } from "#worker/services/retention/contract";
import { countDue, type DueByRule, type FoundRule, findRule, nextDue } from "#worker/services/retention/queries";
import { planRule, takeRule } from "#worker/services/retention/writes";
import { activeHolders } from "#worker/services/users/queries";
import type { Errand } from "#worker/tasks/errand";

export const retentionErrand = "retention";

const minuteMs = 60_000;
export const noticeMs = noticeDays * dayMs;
/** How long a delivery has a rule to itself: one that dies is begun again after this. */
const leaseMs = 5 * minuteMs;
/** Applicants that one run of a rule erases; the next run begins when these have had the time. */
const erasedAtOnce = 500;
const betweenRunsMs = 30 * minuteMs;

/** Begins to erase these applicants, as their feature does. */
export type EraseByRule = (
	ctx: OrgContext,
	erased: { ids: readonly string[]; reason: string; due: DueByRule },
) => Promise<{ ok: boolean }>;

/** Announces or does what a rule has to do, and plans when it is looked at again. May be delivered twice. */
export const runRuleBy = (eraseByRule: EraseByRule): Errand => ({
	name: retentionErrand,
	run: async (request, { organisationId, id }) => {
		const db = request.databaseFor(organisationId);
		const now = request.now();
		if (!(await takeRule({ db, organisationId }, id, { now, until: now + leaseMs }))) return undefined;
		const found = await findRule({ db, organisationId }, id);
		if (!found) return undefined;
		const name = `Retention rule “${found.rule.name}”`;
		const ctx = backgroundOrgContext(request, organisationId, { id: "", name, email: name });
		await (found.rule.announcedAt === null
			? announce(ctx, found)
			: erase(ctx, found, { announcedAt: found.rule.announcedAt, eraseByRule }));
		return undefined;
	},
});

/** Notifies those who may erase applicants how many will be erased; sends nothing when there are none. */
const announce = async (ctx: OrgContext, { rule, applicationTitle }: FoundRule): Promise<void> => {
	const now = ctx.now();
	const stages = await countDue(ctx, rule, now);
	const applicants = stages.reduce((sum, stage) => sum + stage.applicants, 0);
	if (applicants === 0) {
		await ctx.db.batch([planRule(ctx, rule, { nextAt: now + dayMs })]);
		return;
	}
	const holders = await activeHolders(ctx, { privileges: eraseApplicants.access, courseIds: [] });
	await commit(ctx, {
		writes: [planRule(ctx, rule, { announcedAt: now, nextAt: now + noticeMs })],
		event: {
			type: "retention.announced",
			payload: {
				ruleId: rule.id,
				name: rule.name,
				applicationId: rule.applicationId,
				applicationTitle,
				applicants,
				isExact: stages.every(({ isExact }) => isExact) && applicants <= mostCounted,
				erasesAt: now + noticeMs,
				userIds: holders.map(({ id }) => id),
			},
		},
	});
};

/** Erases the next of those who were due when it was announced; once nobody is left, the rule begins anew. */
const erase = async (
	ctx: OrgContext,
	{ rule }: FoundRule,
	{ announcedAt, eraseByRule }: { announcedAt: number; eraseByRule: EraseByRule },
): Promise<void> => {
	const now = ctx.now();
	if (now < announcedAt + noticeMs) {
		await ctx.db.batch([planRule(ctx, rule, { nextAt: announcedAt + noticeMs })]);
		return;
	}
	const { ids, due } = await nextDue(ctx, rule, announcedAt, erasedAtOnce);
	const reason = `Retention rule “${rule.name}”`;
	const begun = ids.length === 0 || (await eraseByRule(ctx, { ids, reason, due })).ok;
	// why no plan: the rule is tried again when its lease ends.
	if (!begun) return;
	const isOver = ids.length < erasedAtOnce;
	await ctx.db.batch([
		planRule(ctx, rule, {
			...(ids.length > 0 && { lastErasedAt: now, lastErased: ids.length }),
			...(isOver ? { announcedAt: null, nextAt: now + dayMs } : { nextAt: now + betweenRunsMs }),
		}),
	]);
};
