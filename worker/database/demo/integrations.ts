import type { Row, Rows } from "./insert";
import type { People } from "./people";
import type { Setup } from "./setup";
import { day } from "./times";

const minute = 60_000;

/** Makes API keys, of which nobody has the text, and a webhook that is switched off: its address is an example. */
export const integrationsOf = ({ organisation }: Setup, people: People, now: number): Rows => {
	const [author] = people.rows.users;
	if (!author) return {};
	const organisationId = organisation.id;
	const by = { organisationId, createdBy: author.id, createdByName: `${author.firstName} ${author.lastName}` };
	const key = (id: string, hint: string, more: Omit<Row<"apiKeys">, keyof typeof by | "id" | "hint" | "keyHash">) => ({
		...by,
		id: `${organisationId}-key-${id}`,
		keyHash: `demo-${id}`,
		hint,
		...more,
	});
	const webhookId = `${organisationId}-webhook`;
	const delivery = (index: number, more: Pick<Row<"webhookDeliveries">, "status" | "attempts" | "answer">) => {
		const createdAt = now - (20 - index) * day;
		return {
			organisationId,
			id: `${webhookId}-${index}`,
			webhookId,
			eventId: `${webhookId}-event-${index}`,
			eventType: index % 3 === 1 ? "applicants.posted" : "applicants.stage_changed",
			...more,
			answerStatus: more.status === "delivered" ? 200 : 503,
			createdAt,
			attemptedAt: createdAt + minute,
		};
	};
	const webhook = {
		name: "Student records",
		url: `https://records.${organisationId}.example/hooks/admissions`,
		events: ["applicants.stage_changed", "applicants.posted", "applicants.merged"],
	};
	const change = {
		organisationId,
		actorId: by.createdBy,
		actorName: by.createdByName,
		kind: "webhook",
		recordId: webhookId,
	};
	const states = { before: { ...webhook, active: true }, after: { ...webhook, active: false } };
	return {
		recordChanges: [
			{
				...change,
				id: `${webhookId}-1`,
				action: "created",
				after: states.before,
				createdAt: now - 100 * day,
			},
			{ ...change, ...states, id: `${webhookId}-2`, action: "updated", createdAt: now - 5 * day },
		],
		apiKeys: [
			key("records", "x7Qd", {
				name: "Student records",
				privileges: ["application:r", "candidate:r", "course:r"],
				createdAt: now - 120 * day,
				lastUsedAt: now - 7 * minute,
			}),
			key("jamb", "m2Vb", {
				name: "JAMB list upload",
				privileges: ["candigroup:c", "candigroup:r", "candigroup:u"],
				createdAt: now - 40 * day,
			}),
			key("former", "k9Ls", {
				name: "Former results site",
				privileges: ["candidate:r"],
				createdAt: now - 400 * day,
				lastUsedAt: now - 130 * day,
				revokedAt: now - 120 * day,
				revokedByName: by.createdByName,
			}),
		],
		webhooks: [
			{
				...by,
				...webhook,
				id: webhookId,
				active: false,
				createdAt: now - 100 * day,
				updatedAt: now - 5 * day,
			},
		],
		webhookDeliveries: Array.from({ length: 14 }, (_, index) =>
			index === 9
				? delivery(index, { status: "failed", attempts: 8, answer: "Service Unavailable" })
				: delivery(index, { status: "delivered", attempts: index === 4 ? 3 : 1, answer: "OK" }),
		),
	};
};
