import type { OrgContext } from "#worker/context";
import { fail, ok, type Result } from "#worker/contract/result";
import { findLocation, findStep } from "#worker/services/applicants/change.queries";
import { findReason } from "#worker/services/reasons/queries";
import type { Move } from "#worker/services/stage-changes/move-applicants";
import { readStageMessages } from "#worker/services/stage-changes/stage-messages";

interface Asked {
	stageId: string;
	reason: string;
	locationId?: string | null | undefined;
	asOf?: number | undefined;
	doNotNotify?: boolean | undefined;
	reasonId?: string | null | undefined;
}

/** The step and the location that a change names, looked up, with what the step writes to whoever enters it. */
export const findMove = async (
	ctx: OrgContext,
	{ stageId, reason, locationId, asOf, doNotNotify = false, reasonId }: Asked,
): Promise<Result<Move>> => {
	const [step, location, started] = await Promise.all([
		findStep(ctx, stageId),
		locationId ? findLocation(ctx, locationId) : null,
		reasonId ? findReason(ctx, reasonId) : null,
	]);
	if (!step) return fail("step_not_in_workflow");
	if (location === undefined) return fail("location_unknown");
	if (started === undefined) return fail("reason_unknown");
	const why = { reason, reasonId: started?.id, isPrivate: started?.isPrivate ?? false };
	const { mail, fault, holdMs } = await readStageMessages(ctx, step);
	if (doNotNotify) return ok({ step, ...why, location, asOf, holdMs, mail: null });
	if (fault !== null) return fail("stage_mail_broken", { message: `${fault}. ${mendIt}` });
	return ok({ step, ...why, location, asOf, holdMs, mail });
};

const mendIt = "Mend it, or choose not to notify.";
