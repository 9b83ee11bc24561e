import type { OrgContext } from "#worker/context";
import { fail } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import { noteModifications } from "#worker/services/applicants/applicant-log.writes";
import { getOrganisation } from "#worker/services/organisation/get-organisation";
import type { OrganisationChange } from "#worker/services/organisation/settings.contract";
import { writeSettings } from "#worker/services/organisation/writes";

/**
 * Changes settings of the institution (§7 Organisation and settings), and records the former values. A change based
 * on outdated settings is refused.
 */
export const updateSettings = async (ctx: OrgContext, change: OrganisationChange) => {
	const organisation = await getOrganisation(ctx);
	if (!organisation.ok) return organisation;
	const { name, undoWindowSeconds } = organisation.value;
	const before = { undoWindowSeconds };
	const after = { ...before, ...change };
	if (after.undoWindowSeconds === before.undoWindowSeconds) return organisation;
	const eventId = ctx.newId();
	const committed = await commit(ctx, {
		guarded: { write: writeSettings(ctx, before, after), expectedChanges: 1 },
		writes: noteModifications(
			ctx,
			[{ field: "undoWindowSeconds", oldValue: `${undoWindowSeconds}`, newValue: `${after.undoWindowSeconds}` }],
			{
				...{ entity: "organisation", entityId: ctx.organisationId, eventId },
			},
		),
		event: { type: "organisation.updated", payload: { name, before, after }, id: eventId },
	});
	return committed ? getOrganisation(ctx) : fail("institution_not_updated");
};
