import type { InferOutput } from "valibot";
import type { notifications } from "#worker/database/schema/records";
import type { NotificationMessage } from "#worker/services/notifications/contract";
import type { Ground } from "./ground";
import { day, hour } from "./moments";
import type { People } from "./people";
import { createRandom, type Random } from "./random";

type Row = typeof notifications.$inferInsert;
type Content = { type: Row["type"]; message: InferOutput<typeof NotificationMessage> };
/** The latest applicants of each application, by its id. */
type RecentApplicants = ReadonlyMap<string, readonly string[]>;

const emailFaults = ["The mail server refused 3 addresses.", "The mail provider did not answer."];
const exportFaults = ["The export has more rows than one file can hold.", "The file could not be stored."];

const submissions = (random: Random, { applications }: Ground, recent: RecentApplicants): Content => {
	const { id, plan } = random.pick(applications.filter((application) => recent.get(application.id)?.length));
	const candidateIds = random.sample(recent.get(id) ?? [], random.between(1, 12));
	return {
		type: "APPLICATION_SUBMISSION_SUMMARY",
		message: { applicationId: id, candidateIds, applicationName: plan.title },
	};
};

const backgroundTask = (random: Random, { applications }: Ground): Content => {
	const { id, plan } = random.pick(applications.filter(({ plan }) => plan.active));
	const type = random.pick(["EMAIL_CANDIDATE", "EXPORT_CANDIDATE"]);
	const status = random.weighted([
		["STARTED", 3],
		["SUCCESS", 6],
		["FAILED", 1],
	] as const);
	const faults = type === "EMAIL_CANDIDATE" ? emailFaults : exportFaults;
	const reason = status === "FAILED" ? random.pick(faults) : undefined;
	return {
		type: "BACKGROUND_TASK",
		message: { type, status, reason, applicationId: id, applicationTitle: plan.title },
	};
};

const paymentQuery = (random: Random): Content => ({
	type: "RE_QUERY_PAYMENT",
	message: { PENDING: random.between(0, 9), SUCCESS: random.between(2, 60), FAILED: random.between(0, 7) },
});

type Kind = "submissions" | "task" | "payments";
interface Share {
	role: "super-admin" | "admissions" | "finance" | "registry" | "reviewer";
	total: number;
	unread: number;
	kinds: readonly (readonly [Kind, number])[];
}

/** How many notifications a holder of each role has. Over 99 unread for one, so that '99+' can be seen. */
const shares: readonly Share[] = [
	{
		role: "super-admin",
		total: 146,
		unread: 118,
		kinds: [
			["submissions", 6],
			["task", 3],
			["payments", 2],
		],
	},
	{
		role: "admissions",
		total: 34,
		unread: 7,
		kinds: [
			["submissions", 6],
			["task", 3],
		],
	},
	{ role: "finance", total: 18, unread: 3, kinds: [["payments", 1]] },
	{ role: "registry", total: 12, unread: 2, kinds: [["submissions", 1]] },
	{ role: "reviewer", total: 5, unread: 1, kinds: [["submissions", 1]] },
];

/** What the bell of each member of staff shows; the newest are the unread ones. */
export const notificationsOf = (
	organisationId: string,
	ground: Ground,
	people: People,
	recent: RecentApplicants,
	{ seed, now }: { seed: number; now: number },
): Row[] =>
	shares.flatMap(({ role, total, unread, kinds }) =>
		people.idByRole(role).flatMap((userId) => {
			const random = createRandom(seed, organisationId, "notifications", userId);
			let createdAt = now - random.between(4, 40) * 60_000;
			return Array.from({ length: total }, (_, index): Row => {
				// why: where nobody has applied yet there is nothing to sum up.
				const kind = recent.size === 0 ? "task" : random.weighted(kinds);
				const content = { submissions, task: backgroundTask, payments: paymentQuery }[kind](random, ground, recent);
				createdAt -= Math.floor(random.next() * (total > 100 ? 9 * hour : 1.2 * day));
				const isNew = index < unread;
				return {
					...{ organisationId, userId, id: random.id("n"), type: content.type, createdAt },
					...{ message: JSON.stringify(content.message), read: !isNew, seen: !isNew },
				};
			});
		}),
	);
