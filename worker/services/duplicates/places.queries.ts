import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Place } from "#worker/services/duplicates/places";

/**
 * Which of these places are gone. To be asked in a statement. why no more than that they are there: whoever stands at a
 * course that is disabled, or in an application that is closed, stays there too.
 */
export const arePlacesGone = (organisationId: string, places: readonly Place[]): SQL => {
	const isThere = (table: string) => sql`EXISTS (SELECT 1 FROM ${sql.identifier(table)} AS there
		WHERE there.organisation_id = ${organisationId} AND there.id = place.value ->> 1)`;
	return sql`FROM json_each(${JSON.stringify(places.map(({ field, id }) => [field, id]))}) AS place
		WHERE NOT CASE place.value ->> 0 WHEN 'applicationId' THEN ${isThere("applications")}
			WHEN 'stageId' THEN ${isThere("workflow_steps")} WHEN 'courseId' THEN ${isThere("courses")}
			ELSE ${isThere("locations")} END`;
};

/** Those of these places that are gone. */
export const findGonePlaces = async (
	{ db, organisationId }: OrgContext,
	places: readonly Place[],
): Promise<Place[]> => {
	const gone = await db.all<{ position: number }>(
		sql`SELECT place.key AS position ${arePlacesGone(organisationId, places)}`,
	);
	return places.filter((_place, index) => gone.some(({ position }) => position === index));
};
