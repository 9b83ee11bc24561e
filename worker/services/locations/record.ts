import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { topicOf } from "#worker/contract/topics";
import { containsWords } from "#worker/database/contains-words";
import { folded } from "#worker/database/folded";
import { locations } from "#worker/database/schema/organisations";
import { andWithin } from "#worker/database/scope";
import { defineRecord } from "#worker/records/queries";
import { locationRecord } from "#worker/services/locations/contract";

const applicants = (
	ctx: OrgContext,
) => sql<number>`(SELECT coalesce(sum(counted.applicants), 0) FROM location_counts AS counted
	WHERE counted.organisation_id = locations.organisation_id AND counted.location_id = locations.id
		${andWithin(ctx, sql`counted.course_id`)})`;

export const location = defineRecord({
	kind: "location",
	endpoints: locationRecord,
	table: locations,
	columns: { name: locations.name, applicants },
	sorts: { name: folded(locations.name), applicants },
	matching: (_, { name }) => containsWords(name, locations.name),
	nameOf: ({ name }) => name,
	duplicate: {
		index: "locations_by_name",
		field: "name",
		create: "location_not_saved",
		update: "location_not_updated",
		text: ({ name }) => `There is a location called “${name}” already.`,
	},
	uses: {
		code: "location_not_deleted",
		by: ({ organisationId }, id) => [
			sql`SELECT 1 FROM location_counts
				WHERE organisation_id = ${organisationId} AND location_id = ${id} AND applicants > 0`,
		],
		text: ({ name }) => `Failed to delete Organization Location. Applicants are posted to ${name}.`,
	},
	// why: the institution's own page knows whether there are any.
	topics: [topicOf("organisation")],
});
