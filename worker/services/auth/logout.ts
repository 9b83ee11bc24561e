import type { OrgContext } from "#worker/context";
import { ok } from "#worker/contract/result";
import { recordAudit } from "#worker/events/record-audit";
import { endSession } from "#worker/services/auth/sessions";

/** Ends the session on the server: its tokens are refused from the next request on (ASVS 7.4.1). */
export const logout = async (ctx: OrgContext) => {
	await endSession(ctx, { organisationId: ctx.organisationId, sessionId: ctx.actor.sessionId }, "logout");
	await recordAudit(ctx, { action: "logout", status: "SUCCESS" });
	return ok({ message: "You are logged out." });
};
