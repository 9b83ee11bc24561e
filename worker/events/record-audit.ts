import type { Actor, RequestContext } from "#worker/context";
import { auditEvents } from "#worker/database/schema/records";

interface AuditEntry {
	action: string;
	status: "SUCCESS" | "FAILED";
	subject?: string;
	details?: Record<string, unknown>;
	/** The account of a login attempt, when it is not the actor. */
	userId?: string;
	username?: string;
}

/** Writes one line of the audit log: sign-ins, refusals and everything else that is not a domain event (§7 audit). */
export const recordAudit = async (
	ctx: RequestContext & { organisationId: string; actor?: Actor },
	{ action, status, subject, details, userId, username }: AuditEntry,
): Promise<void> => {
	await ctx
		.databaseFor(ctx.organisationId)
		.insert(auditEvents)
		.values({
			organisationId: ctx.organisationId,
			id: ctx.newId(),
			userId: userId ?? ctx.actor?.id,
			username: username ?? ctx.actor?.email,
			actorName: ctx.actor?.name,
			actorKind: ctx.actor?.isApiKey ? "api_key" : "staff",
			action,
			status,
			subject,
			details,
			address: ctx.address,
			userAgent: ctx.userAgent,
			requestId: ctx.requestId,
			createdAt: ctx.now(),
		});
};
