import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { addOns } from "#worker/database/schema/discounts";

interface Asked {
	ids: readonly string[];
	currency: string;
	applicationId: string;
}

/** Reads those of the add-ons that are offered with a payment for an application, in a currency. */
export const findOffered = ({ db, organisationId }: OrgContext, { ids, currency, applicationId }: Asked) =>
	db
		.select({ id: addOns.id, name: addOns.name, price: addOns.price })
		.from(addOns)
		.where(
			and(
				eq(addOns.organisationId, organisationId),
				sql`${addOns.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
				eq(addOns.enabled, true),
				eq(addOns.currency, currency),
				sql`(${addOns.applicationIds} = '[]'
					OR EXISTS (SELECT 1 FROM json_each(${addOns.applicationIds}) WHERE value = ${applicationId}))`,
			),
		);
