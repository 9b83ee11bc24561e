import * as v from "valibot";
import type { NotificationMessage } from "#worker/services/notifications/contract";
import data from "./data/notifications.json";
import type { Row } from "./insert";
import { RoleKey } from "./institution";
import type { People } from "./people";
import { createRandom, type Random } from "./random";
import type { Setup } from "./setup";
import { day, hour } from "./times";

type Notification = Row<"notifications">;
type Content = { type: Notification["type"]; message: v.InferOutput<typeof NotificationMessage> };
/** The latest applicants of each application, by its id. */
type RecentApplicants = ReadonlyMap<string, readonly string[]>;

const Faults = v.array(v.string());
const { faults, shares } = v.parse(
	v.strictObject({
		faults: v.strictObject({ EMAIL_CANDIDATE: Faults, EXPORT_CANDIDATE: Faults }),
		/** How many notifications each holder of a role has. Over 99 unread for one, so that '99+' can be seen. */
		shares: v.array(
			v.strictObject({
				role: RoleKey,
				total: v.number(),
				unread: v.number(),
				kinds: v.array(v.tuple([v.picklist(["submissions", "task", "payments"]), v.number()])),
			}),
		),
	}),
	data,
);

const submissions = (random: Random, { applications }: Setup, recent: RecentApplicants): Content => {
	const { id, plan } = random.pick(applications.filter((application) => recent.get(application.id)?.length));
	const candidateIds = random.sample(recent.get(id) ?? [], random.between(1, 12));
	return {
		type: "APPLICATION_SUBMISSION_SUMMARY",
		message: { applicationId: id, candidateIds, applicationName: plan.title },
	};
};

const backgroundTask = (random: Random, { applications }: Setup): Content => {
	const { id, plan } = random.pick(applications.filter(({ plan }) => plan.active));
	const type = random.pick(["EMAIL_CANDIDATE", "EXPORT_CANDIDATE"] as const);
	const status = random.weighted([
		["STARTED", 3],
		["SUCCESS", 6],
		["FAILED", 1],
	] as const);
	const reason = status === "FAILED" ? random.pick(faults[type]) : undefined;
	return {
		type: "BACKGROUND_TASK",
		message: { type, status, reason, applicationId: id, applicationTitle: plan.title },
	};
};

const paymentQuery = (random: Random): Content => ({
	type: "RE_QUERY_PAYMENT",
	message: { PENDING: random.between(0, 9), SUCCESS: random.between(2, 60), FAILED: random.between(0, 7) },
});

/** Returns the notifications of the staff; the newest are the unread ones. */
export const notificationsOf = (
	setup: Setup,
	people: People,
	recent: RecentApplicants,
	{ seed, now }: { seed: number; now: number },
): Notification[] => {
	const organisationId = setup.organisation.id;
	return shares.flatMap(({ role, total, unread, kinds }) =>
		people.idByRole(role).flatMap((userId) => {
			const random = createRandom(seed, organisationId, "notifications", userId);
			let createdAt = now - random.between(4, 40) * 60_000;
			return Array.from({ length: total }, (_, index): Notification => {
				// why: without applicants there is nothing to sum up.
				const kind = recent.size === 0 ? "task" : random.weighted(kinds);
				const content = { submissions, task: backgroundTask, payments: paymentQuery }[kind](random, setup, recent);
				createdAt -= Math.floor(random.next() * (total > 100 ? 9 * hour : 1.2 * day));
				const isNew = index < unread;
				return {
					organisationId,
					userId,
					id: random.id("n"),
					type: content.type,
					createdAt,
					message: JSON.stringify(content.message),
					read: !isNew,
					seen: !isNew,
				};
			});
		}),
	);
};
