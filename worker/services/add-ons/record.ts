import { and, eq, sql } from "drizzle-orm";
import { fail } from "#worker/contract/result";
import { containsWords } from "#worker/database/contains-words";
import { folded } from "#worker/database/folded";
import { addOns } from "#worker/database/schema/discounts";
import { defineRecord } from "#worker/records/queries";
import { addOnRecord } from "#worker/services/add-ons/contract";
import { areApplications, hasUnknownApplication } from "#worker/services/applications/references.queries";

export const addOn = defineRecord({
	kind: "add_on",
	endpoints: addOnRecord,
	table: addOns,
	columns: {
		name: addOns.name,
		description: addOns.description,
		price: addOns.price,
		currency: addOns.currency,
		applicationIds: addOns.applicationIds,
		enabled: addOns.enabled,
	},
	sorts: { name: folded(addOns.name), price: addOns.price },
	matching: (_, { keyword, enabled, applicationId }) =>
		and(
			containsWords(keyword, addOns.name),
			enabled === undefined ? undefined : eq(addOns.enabled, enabled),
			applicationId === undefined
				? undefined
				: sql`(add_ons.application_ids = '[]'
					OR EXISTS (SELECT 1 FROM json_each(add_ons.application_ids) WHERE value = ${applicationId}))`,
		),
	nameOf: ({ name }) => name,
	duplicate: {
		index: "add_ons_by_name",
		field: "name",
		create: "add_on_exists",
		update: "add_on_exists",
		text: ({ name }) => `There is an add-on called “${name}” already.`,
	},
	check: async (ctx, { applicationIds }) =>
		(await hasUnknownApplication(ctx, applicationIds))
			? fail("add_on_refers_wrongly", {
					fields: { applicationIds: ["An application does not exist. Choose again."] },
				})
			: undefined,
	holds: (ctx, { applicationIds }) => areApplications(ctx, applicationIds),
});
