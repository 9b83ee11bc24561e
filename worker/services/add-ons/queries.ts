import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { folded } from "#worker/database/folded";
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
				isFor(applicationId),
			),
		);

/** An add-on for all applications, or for this one. */
const isFor = (applicationId: string): SQL =>
	sql`(${addOns.applicationIds} = '[]'
		OR EXISTS (SELECT 1 FROM json_each(${addOns.applicationIds}) WHERE value = ${applicationId}))`;

/** The most add-ons that are offered with one payment, which are shown at once. */
const mostOffered = 500;

/** Reads the add-ons that are offered with payments for an application, in any currency, by name. */
export const listOffered = ({ db, organisationId }: OrgContext, applicationId: string) =>
	db
		.select({
			id: addOns.id,
			name: addOns.name,
			description: addOns.description,
			price: addOns.price,
			currency: addOns.currency,
		})
		.from(addOns)
		.where(and(eq(addOns.organisationId, organisationId), eq(addOns.enabled, true), isFor(applicationId)))
		.orderBy(asc(folded(addOns.name)))
		.limit(mostOffered);
