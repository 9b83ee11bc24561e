import * as v from "valibot";
import { isKnownStageType, type KnownStageType } from "#worker/contract/stage-types";
import data from "./data/comments.json";
import type { Row } from "./insert";
import { StageType } from "./institution";
import type { Random } from "./random";
import { day, hour, inOfficeHours } from "./times";

const Comments = v.array(v.string());
/** The comments of staff on stage changes, with `{course}` and `{place}`, and on corrections. */
const comments = v.parse(
	v.strictObject({ stages: v.strictObject(v.entriesFromList(StageType.options, Comments)), corrections: Comments }),
	data,
);

export interface DemoStep {
	id: string;
	name: string;
	type: KnownStageType;
}
export interface Reviewer {
	id: string;
	name: string;
}
export type LogRow = Row<"applicantLog">;

/** Steps that an applicant does not pass on the way to a later one. */
const sideways = new Set<KnownStageType>(["FOLLOW_UP", "KEEP_IN_VIEW", "DECLINED"]);

/** Returns the steps from the first to `target`, now and then with a side step. */
export const pathTo = (random: Random, steps: readonly DemoStep[], target: DemoStep): DemoStep[] => {
	const end = steps.indexOf(target);
	const before = steps.slice(0, end).filter((step) => !sideways.has(step.type));
	// why: an applicant may be declined or set aside at any point from the review on.
	const turned = target.type === "DECLINED" ? before.slice(0, random.between(3, before.length - 1)) : before;
	const detour = steps.find((step) => step.type === "FOLLOW_UP");
	const path = turned.flatMap((step) =>
		step.type === "IN_REVIEW" && detour && random.chance(0.12) ? [step, detour, step] : [step],
	);
	return [...path, target];
};

interface HistoryOf {
	organisationId: string;
	applicantId: string;
	path: readonly DemoStep[];
	courseTitle: string;
	placeName: string;
	registeredAt: number;
	now: number;
	reviewers: readonly Reviewer[];
	/** The end of the selection: a past year's decisions were not made yesterday. */
	latest: number;
}

const entryOf = (history: HistoryOf, random: Random, more: Partial<LogRow>): LogRow => ({
	organisationId: history.organisationId,
	applicantId: history.applicantId,
	id: random.id("l"),
	type: "STAGE_CHANGE",
	createdAt: history.registeredAt,
	...more,
});

/** Returns the moments of the changes: in order, days apart when there is time, the last at the latest `latest`. */
const changeMoments = (random: Random, { path, registeredAt, latest }: HistoryOf): number[] => {
	const gaps = path.slice(1).map((_, index) => (index === 0 ? 0.1 + random.next() * 2.5 : 1 + random.next() * 8));
	const needed = gaps.reduce((sum, gap) => sum + gap, 0) * day;
	const pace = Math.min(1, (latest - registeredAt) / (needed + 1));
	let at = registeredAt;
	return gaps.map((gap, index) => {
		const even = at + gap * day * pace;
		const moment = index === 0 ? even : Math.max(inOfficeHours(random, even, latest), at + 60_000);
		at = Math.floor(Math.min(moment, latest));
		return at;
	});
};

/** Makes the activity log of an applicant who took this path, the oldest first. */
export const historyOf = (random: Random, history: HistoryOf): LogRow[] => {
	const { path, reviewers, courseTitle, placeName } = history;
	const reviewer = random.pick(reviewers);
	const moments = changeMoments(random, history);
	const rows = path.slice(1).map((step, index) => {
		// why: the first change is the applicant's own: submitting.
		const submitted = path[index]?.type === "REGISTRATION";
		const who = submitted ? undefined : random.chance(0.7) ? reviewer : random.pick(reviewers);
		const reason = who ? random.pick(comments.stages[step.type]) : (comments.stages.SUBMITTED[0] ?? "");
		return entryOf(history, random, {
			stepId: step.id,
			stageName: step.name,
			fromStageName: path[index]?.name,
			reason: reason.replace("{course}", courseTitle).replace("{place}", placeName),
			actorId: who?.id,
			reviewedBy: who?.name,
			createdAt: moments[index] ?? history.latest,
		});
	});
	const last = rows.at(-1);
	if (rows.length > 2 && last && random.chance(0.1)) {
		const correction = entryOf(history, random, {
			type: "DATA_UPDATE",
			reason: random.pick(comments.corrections),
			actorId: reviewer.id,
			reviewedBy: reviewer.name,
			createdAt: Math.max(history.registeredAt, last.createdAt - random.between(1, 9) * hour),
		});
		rows.splice(rows.length - 1, 0, correction);
	}
	return rows.sort((one, other) => one.createdAt - other.createdAt);
};

/** Returns how long an applicant stayed at each step of the path, but for the last. */
export const staysOf = (log: readonly LogRow[], { path, registeredAt }: Pick<HistoryOf, "path" | "registeredAt">) => {
	let since = registeredAt;
	return log
		.filter(({ type }) => type === "STAGE_CHANGE")
		.flatMap(({ createdAt: leftAt }, index) => {
			const [step, seconds] = [path[index], Math.floor((leftAt - since) / 1_000)];
			since = leftAt;
			return step && seconds > 0 ? [{ stepId: step.id, leftAt, seconds }] : [];
		});
};

/** Picks a stage that an applicant had time to reach. */
export const reachableStep = (
	random: Random,
	steps: readonly DemoStep[],
	shares: Partial<Record<KnownStageType, number>>,
	daysAgo: number,
): DemoStep => {
	const reachable = Object.entries(shares).flatMap(([type, share]) => {
		const index = steps.findIndex((step) => step.type === type);
		const step = steps[index];
		return step && isKnownStageType(type) && (index <= 1 || index * 1.4 <= daysAgo) ? [[step, share] as const] : [];
	});
	const [first] = steps;
	if (!first) throw new Error("A workflow without steps");
	return reachable.length === 0 ? first : random.weighted(reachable);
};
