import { and, eq, inArray, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { defaultTimeZone } from "#worker/contract/text/dates";
import { remembered } from "#worker/database/remembered";
import { savedViews } from "#worker/database/schema/saved-views";
import { countFilters, isBounded } from "#worker/services/applicants/filter.queries";
import type { SavedView } from "#worker/services/saved-views/contract";
import { mayChangeView, office } from "#worker/services/saved-views/saved-view";

const ofReader = ({ organisationId, actor }: OrgContext) =>
	and(eq(savedViews.organisationId, organisationId), inArray(savedViews.holder, [office, actor.id]));

/** Reads the user's and the office's views by name, with counts of the pinned ones if asked for. */
export const readSavedViews = async (ctx: OrgContext, isCounted: boolean): Promise<SavedView[]> => {
	const { actor } = ctx;
	const rows = await remembered(ctx, `views of ${actor.id}`, () => viewsOfReader(ctx));
	const pinned = rows.filter(({ isPinned }) => isCounted && isPinned);
	const counts = await countFilters(
		ctx,
		pinned.map(({ filters }) => filters),
		{ searchKey: rows[0]?.searchKey ?? "", timeZone: rows[0]?.timeZone ?? defaultTimeZone },
	);
	const countOf = new Map(pinned.map(({ id }, index) => [id, counts[index] ?? null]));
	return rows.map(({ id, name, holder, isPinned, ownerName, filters, version }) => ({
		...{ id, name, isPinned, ownerName, filters, version },
		isShared: holder === office,
		mayChange: mayChangeView(actor, holder),
		applicants: countOf.get(id) ?? null,
		isCapped: isBounded(filters),
	}));
};

const viewsOfReader = async (ctx: OrgContext) => {
	const { db, organisationId } = ctx;
	return db
		.select({
			id: savedViews.id,
			name: savedViews.name,
			holder: savedViews.holder,
			isPinned: savedViews.isPinned,
			filters: savedViews.filter,
			version: savedViews.updatedAt,
			ownerName: sql<string>`coalesce((SELECT first_name || ' ' || last_name FROM users
				WHERE organisation_id = ${organisationId} AND id = saved_views.owner_id), '')`.as("owner_name"),
			searchKey: sql<string>`(SELECT search_key FROM organisations WHERE id = ${organisationId})`.as("search_key"),
			timeZone: sql<string>`(SELECT time_zone FROM organisations WHERE id = ${organisationId})`.as("time_zone"),
		})
		.from(savedViews)
		.where(ofReader(ctx))
		.orderBy(sql`lower(${savedViews.name})`, savedViews.id);
};

/** Reads what decides a change: the views that the user sees. */
export const readHolders = (ctx: OrgContext) =>
	ctx.db
		.select({
			id: savedViews.id,
			holder: savedViews.holder,
			isPinned: savedViews.isPinned,
			name: savedViews.name,
			ownerId: savedViews.ownerId,
			version: savedViews.updatedAt,
		})
		.from(savedViews)
		.where(ofReader(ctx));
