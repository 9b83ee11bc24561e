import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { seen, updateApplicants } from "#worker/services/applicants/applicant.writes";
import { logApplicants, nameOfHeld, noteModifications } from "#worker/services/applicants/applicant-log.writes";
import type { Detail, Holder } from "#worker/services/assignments/assignment";

/** Changes those who are still at the step and the version they were seen at. */
export const writeDetail = (ctx: OrgContext, holders: readonly Holder[], detail: Detail, onlyIf?: SQL): Write =>
	updateApplicants(
		ctx,
		holders.map(({ id, stepId, version }) => ({ id, stepId, version })),
		{ set: detail.field === "course" ? { courseId: detail.id } : { locationId: detail.id }, guard: onlyIf },
	);

/** Notes the change of each, with the old and the new name. */
export const writeDetailModifications = (
	ctx: OrgContext,
	holders: readonly Holder[],
	{ field, name }: Detail,
	eventId: string,
): Write[] =>
	noteModifications(
		ctx,
		holders.map(({ id, heldId }) => ({ entityId: id, heldId })),
		{ field, oldValue: nameOfHeld(ctx, field), newValue: name, eventId },
	);

/** Logs the change of each. */
export const writeDetailLog = (
	ctx: OrgContext,
	holders: readonly Holder[],
	{ field, name }: Detail,
	eventId: string,
): Write => {
	const before = nameOfHeld(ctx, field);
	const change =
		field === "course"
			? sql`'Course changed from ' || ${before}`
			: sql`iif(${seen("heldId")} IS NULL, 'Posted', 'Posting changed from ' || ${before})`;
	return logApplicants(
		ctx,
		holders.map(({ id, stepId, heldId }) => ({ applicantId: id, stepId, heldId })),
		{ type: "DATA_UPDATE", reason: sql`${change} || ' to ' || ${name}`, eventId },
	);
};
