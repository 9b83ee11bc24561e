import type { RequestContext } from "#worker/context";
import { dayMs } from "#worker/contract/day-ms";
import { commit } from "#worker/database/commit";
import { backgroundOrgContext } from "#worker/events/background";
import { subscriber } from "#worker/events/subscriber";
import { refuseAddress } from "#worker/gateways/outside-address";
import { postWebhook, type WebhookAnswer } from "#worker/gateways/webhooks/post-webhook";
import { type WebhookEvent, webhookEvents } from "#worker/services/webhooks/contract";
import { type Attempt, findAttempt, findKeepers, receiversOf } from "#worker/services/webhooks/queries";
import { secretOf, signedHeaders } from "#worker/services/webhooks/sign-event";
import {
	claimDelivery,
	disableFailing,
	insertDeliveries,
	markFailure,
	markSuccess,
	writeOutcome,
} from "#worker/services/webhooks/writes";
import type { Errand } from "#worker/tasks/errand";

export const deliveryErrand = "webhook-delivery";

const minute = 60;
const hour = 3_600;
/** The gaps between attempts in seconds: an event is given up after 29 hours. */
export const gaps = [30, 2 * minute, 10 * minute, hour, 4 * hour, 12 * hour, 12 * hour] as const;

/** How long an attempt has its delivery for itself. */
const claimMs = 60_000;

/** How long a webhook may fail before it is switched off. */
export const longFailureMs = 3 * dayMs;

/** Notes an event for each webhook that is sent its type, and has it sent. */
export const webhookDeliveries = subscriber(
	"webhook-deliveries",
	Object.keys(webhookEvents) as WebhookEvent[],
	async ({ db, newId, now }, event) => {
		const receivers = await receiversOf(db, event.organisationId, event.type);
		if (receivers.length === 0) return { writes: [] };
		const deliveries = receivers.map((webhookId) => ({ id: newId(), webhookId }));
		return {
			writes: [insertDeliveries(db, event, deliveries, now())],
			errands: deliveries.map(({ id }) => ({ errand: deliveryErrand, id })),
		};
	},
);

/** Sends a delivery that is due, and notes the answer. @returns the gap before the next attempt */
export const deliverWebhook: Errand = {
	name: deliveryErrand,
	run: async (ctx, { organisationId, id }) => {
		const db = ctx.databaseFor(organisationId);
		const attempt = await findAttempt(db, organisationId, id);
		if (!attempt) return undefined;
		const now = ctx.now();
		const attempts = await claimDelivery(db, { organisationId, id }, { now, until: now + claimMs });
		if (attempts === undefined) return undefined;
		const answer = await send(ctx, attempt);
		const isDelivered = answer.status !== null && answer.status >= 200 && answer.status < 300;
		const asked = Math.ceil((answer.retryAfterMs ?? 0) / 1_000);
		const gap = answer.isFinal || isDelivered ? undefined : gaps[attempts - 1];
		const wait = gap === undefined ? undefined : Math.max(gap, asked);
		const outcome = {
			status: isDelivered ? ("delivered" as const) : wait === undefined ? ("failed" as const) : ("waiting" as const),
			dueAt: wait === undefined ? null : ctx.now() + wait * 1_000,
			answerStatus: answer.status,
			answer: answer.text,
		};
		const { webhook } = attempt;
		const noted = isDelivered ? [markSuccess(db, webhook)] : answer.isFinal ? [] : [markFailure(db, webhook, now)];
		await db.batch([writeOutcome(db, { organisationId, id }, outcome), ...noted]);
		if (noted.length > 0 && !isDelivered) await disableIfLong(ctx, attempt, now);
		return wait;
	},
};

/** The result of an attempt; where it is final, another attempt would end the same. */
type Answer = WebhookAnswer & { isFinal?: boolean };

const notSent = (text: string): Answer => ({ status: null, text, isFinal: true });

/** Returns the body of an event. why the same each time: a receiver may compare what it is sent twice. */
const bodyOf = (event: NonNullable<Attempt["event"]>, organisationId: string): string => {
	const { id, type, payload, actorId, actorName, occurredAt } = event;
	const { reason, ...rest } = payload as Record<string, unknown>;
	// why: a private comment is for staff alone.
	const data = reason === undefined || rest.isPrivate === true ? rest : { ...rest, reason };
	const actor = actorId === null ? null : { id: actorId, name: actorName };
	return JSON.stringify({ id, type, occurredAt: new Date(occurredAt).toISOString(), organisationId, actor, data });
};

const send = async ({ env, now }: RequestContext, { webhook, event }: Attempt): Promise<Answer> => {
	if (!webhook.active) return notSent("The webhook is switched off.");
	if (!event) return notSent("The event is no longer kept.");
	// why: its address may be another one since, and was chosen for the events that it has now.
	if (!webhook.events.includes(event.type)) return notSent("The webhook is no longer sent this event.");
	const refusal = refuseAddress(webhook.url, {
		isLocal: env.ENVIRONMENT !== "production",
		ownOrigin: env.PORTAL_ORIGIN,
	});
	if (refusal !== undefined) return notSent(refusal);
	const body = bodyOf(event, webhook.organisationId);
	const secret = await secretOf(env.SECRET, webhook);
	const headers = await signedHeaders(secret, { id: event.id, body, now: now() });
	return postWebhook(webhook.url, { headers: { ...headers, "user-agent": "Matricula-Webhooks/1" }, body });
};

/** Switches a webhook off that has failed for too long, and says so to those who may switch it on. */
const disableIfLong = async (request: RequestContext, { webhook }: Attempt, now: number): Promise<void> => {
	const { organisationId, id, name, active, failingSince } = webhook;
	if (!active || failingSince === null || failingSince >= now - longFailureMs) return;
	const ctx = backgroundOrgContext(request, organisationId, { id: "", name: "", email: "" });
	await commit(
		{ ...ctx, actor: { id: null, name: null } },
		{
			guarded: {
				write: disableFailing(ctx.db, webhook, { now, before: now - longFailureMs }),
				expectedChanges: 1,
			},
			event: {
				type: "webhook.disabled",
				payload: { webhookId: id, name, failingSince, userIds: await findKeepers(ctx.db, organisationId) },
			},
		},
	);
};
