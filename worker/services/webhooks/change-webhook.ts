import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { holdsAny } from "#worker/contract/permissions";
import { fail, ok } from "#worker/contract/result";
import { commit, isDuplicate } from "#worker/database/commit";
import { isBound } from "#worker/database/scope";
import { refuseAddress } from "#worker/gateways/outside-address";
import { writeChange } from "#worker/records/history.writes";
import { pageOfChanges } from "#worker/records/queries";
import {
	type createWebhook as creating,
	maxWebhooks,
	type updateWebhook as updating,
	type WebhookEvent,
	webhookEvents,
} from "#worker/services/webhooks/contract";
import { deliveryErrand } from "#worker/services/webhooks/deliver";
import { type FoundWebhook, findDelivery, findWebhook } from "#worker/services/webhooks/queries";
import { secretOf } from "#worker/services/webhooks/sign-event";
import {
	changeWebhook,
	deleteDeliveriesOf,
	deleteRow,
	insertWebhook,
	renewDelivery,
	renewSecret,
} from "#worker/services/webhooks/writes";
import { sendErrand } from "#worker/tasks/start-task";

/** The name under which the history knows webhooks. */
const webhookKind = { kind: "webhook" };

type Details = EndpointRequest<typeof creating>["body"];

/** Registers a webhook, and returns its secret this once. */
export const createWebhook = async (ctx: OrgContext, details: Details) => {
	const refused = refuse(ctx, details);
	if (refused) return refused;
	const id = ctx.newId();
	return unlessNamed(details.name, async () => {
		const after = stateOf({ ...details, active: true });
		const noted = { id: ctx.newId(), ...webhookKind, recordId: id, action: "created" as const };
		const created = await commit(ctx, {
			guarded: { write: insertWebhook(ctx, { id, ...details }, maxWebhooks), expectedChanges: 1 },
			writes: [writeChange(ctx, { ...noted, after })],
			event: { id: noted.id, type: "webhook.created", payload: { webhookId: id, name: details.name, after } },
		});
		if (!created) return fail("webhooks_full");
		const made = await findWebhook(ctx, id);
		if (!made) throw new Error("a webhook that was just created is gone");
		return withSecret(ctx, made);
	});
};

/** Changes a webhook, switches it off, or on again. */
export const updateWebhook = async (
	ctx: OrgContext,
	id: string,
	{ version, ...changed }: EndpointRequest<typeof updating>["body"],
) => {
	const before = await findWebhook(ctx, id);
	if (!before) return fail("not_found");
	// why only at the same address: an event that the user may not see must not be led to one of their choice.
	const refused = refuse(ctx, changed, before.url === changed.url ? before.events : []);
	if (refused) return refused;
	const states = { before: stateOf(before), after: stateOf(changed) };
	// why: a change of nothing would be a line in the history, and a conflict for everybody who has the webhook open.
	if (JSON.stringify(states.before) === JSON.stringify(states.after)) return ok(toResponse(before));
	return unlessNamed(changed.name, async () => {
		const noted = { id: ctx.newId(), ...webhookKind, recordId: id, action: "updated" as const };
		const committed = await commit(ctx, {
			guarded: { write: changeWebhook(ctx, id, changed, version), expectedChanges: 1 },
			writes: [writeChange(ctx, { ...noted, ...states })],
			event: {
				id: noted.id,
				type: "webhook.updated",
				payload: { webhookId: id, name: changed.name, ...states },
			},
		});
		const current = await findWebhook(ctx, id);
		if (!current) return fail("not_found");
		return committed
			? ok(toResponse(current))
			: fail("changed_meanwhile", { details: { current: toResponse(current) } });
	});
};

export const listChanges = async (ctx: OrgContext, id: string, query: { page: number; size: number }) =>
	(await findWebhook(ctx, id)) ? ok(await pageOfChanges(ctx, webhookKind, id, query)) : fail("not_found");

export const deleteWebhook = async (ctx: OrgContext, id: string) => {
	const before = await findWebhook(ctx, id);
	if (!before) return fail("not_found");
	const deleted = await commit(ctx, {
		guarded: { write: deleteRow(ctx, id), expectedChanges: 1 },
		writes: [deleteDeliveriesOf(ctx, id)],
		event: { type: "webhook.deleted", payload: { webhookId: id, name: before.name, before: stateOf(before) } },
	});
	return deleted ? ok({ id }) : fail("not_found");
};

/** Replaces the secret of a webhook, and returns the new one this once. */
export const replaceSecret = async (ctx: OrgContext, id: string) => {
	const before = await findWebhook(ctx, id);
	if (!before) return fail("not_found");
	const refused = refuseUnseen(ctx, before.events);
	if (refused) return refused;
	await commit(ctx, {
		guarded: { write: renewSecret(ctx, id), expectedChanges: 1 },
		event: { type: "webhook.secret_replaced", payload: { webhookId: id, name: before.name } },
	});
	const renewed = await findWebhook(ctx, id);
	return renewed ? withSecret(ctx, renewed) : fail("not_found");
};

/** Sends an event again that was delivered or given up. */
export const resendDelivery = async (ctx: OrgContext, params: { id: string; deliveryId: string }) => {
	const [webhook, delivery] = await Promise.all([findWebhook(ctx, params.id), findDelivery(ctx, params)]);
	if (!webhook || !delivery) return fail("not_found");
	const refused = refuseUnseen(ctx, webhook.events);
	if (refused) return refused;
	if (!webhook.active) return fail("webhook_inactive");
	const renewed = await commit(ctx, {
		guarded: { write: renewDelivery(ctx, params.deliveryId), expectedChanges: 1 },
		event: {
			type: "webhook.resent",
			payload: { webhookId: webhook.id, name: webhook.name, eventId: delivery.eventId },
		},
	});
	if (!renewed) return fail("delivery_waits");
	const errand = { organisationId: ctx.organisationId, taskId: delivery.id, errand: deliveryErrand };
	await sendErrand(ctx.env, errand);
	const current = await findDelivery(ctx, params);
	return current ? ok(current) : fail("not_found");
};

export const toResponse = ({ secretGeneration: _, ...webhook }: FoundWebhook) => webhook;

const withSecret = async (ctx: OrgContext, webhook: FoundWebhook) => {
	const secret = await secretOf(ctx.env.SECRET, { ...webhook, organisationId: ctx.organisationId });
	return ok({ ...toResponse(webhook), secret });
};

/** Refuses an address that leads inside, and events of what the user may not see. @param known those it has already */
const refuse = (ctx: OrgContext, { url, events }: Pick<Details, "url" | "events">, known: readonly string[] = []) => {
	const { ENVIRONMENT, PORTAL_ORIGIN } = ctx.env;
	const reason = refuseAddress(url, { isLocal: ENVIRONMENT !== "production", ownOrigin: PORTAL_ORIGIN });
	if (reason !== undefined) return fail("webhook_refused", { fields: { url: [reason] } });
	return refuseUnseen(
		ctx,
		events.filter((event) => !known.includes(event)),
	);
};

const unseen =
	"It is sent events about what you may not see in the whole institution. Somebody who may has to change it, or its events.";

const refuseUnseen = (ctx: OrgContext, events: readonly string[]) =>
	events.every((event) => mayTell(ctx, event)) ? undefined : fail("privilege_not_held", { message: unseen });

/** Checks whether a user sees what an event tells of, in the whole institution: it may be an applicant of any course. */
const mayTell = (ctx: OrgContext, event: string): boolean => {
	// why: an event that there is no more is not sent to anybody.
	if (!Object.hasOwn(webhookEvents, event)) return true;
	const { access } = webhookEvents[event as WebhookEvent];
	return holdsAny(ctx.actor.privileges, access) && !isBound({ scope: ctx.scopeFor(access) });
};

const stateOf = ({ name, url, events, active }: { name: string; url: string; events: string[]; active: boolean }) => ({
	name,
	url,
	events: [...events],
	active,
});

const unlessNamed = async <R>(name: string, write: () => Promise<R>) => {
	try {
		return await write();
	} catch (error) {
		if (!isDuplicate(error, "webhooks", "webhooks_by_name")) throw error;
		return fail("webhook_exists", { fields: { name: [`There is a webhook “${name}” already.`] } });
	}
};
