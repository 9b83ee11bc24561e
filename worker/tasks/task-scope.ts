import type { OrgContext } from "#worker/context";
import type { Permission } from "#worker/contract/permissions";
import type { Scope } from "#worker/database/scope";
import { everywhere, scopeOfPlaces } from "#worker/http/places";
import { readPlaces } from "#worker/http/places.queries";
import { findPlacesOfTask } from "#worker/tasks/task.queries";

/**
 * Returns the applicants that a task may touch: those of the places of the request that started it, as the structure is
 * now. @param places absent for a task of the whole institution
 */
export const scopeOfTask = async (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	places: readonly string[] | undefined,
): Promise<Scope> =>
	places === undefined
		? everywhere
		: scopeOfPlaces(await readPlaces({ db, organisationId, configVersion: undefined }, places));

/** Checks whether the user still holds a privilege at all places of a task. */
export const holdsAtPlaces = async (
	ctx: OrgContext,
	privileges: readonly Permission[],
	taskId: string,
): Promise<boolean> => {
	const { courseIds } = ctx.scopeFor(privileges);
	if (courseIds === null) return true;
	const ofTask = (await scopeOfTask(ctx, await findPlacesOfTask(ctx, taskId))).courseIds;
	return ofTask?.every((id) => courseIds.includes(id)) ?? false;
};
