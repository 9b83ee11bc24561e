import { and, eq, inArray, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { savedViews } from "#worker/database/schema/saved-views";
import type { SavedView, ViewFilters } from "#worker/services/saved-views/contract";
import { countView } from "#worker/services/saved-views/counts.queries";
import { mayChangeView, office } from "#worker/services/saved-views/saved-view";

const ofReader = ({ organisationId, actor }: OrgContext) =>
	and(eq(savedViews.organisationId, organisationId), inArray(savedViews.holder, [office, actor.id]));

/** The reader's views and the office's, by name, the pinned ones counted: one statement. */
export const readSavedViews = async (ctx: OrgContext, isCounted: boolean): Promise<SavedView[]> => {
	const { db, organisationId, actor } = ctx;
	const rows = await db
		.select({
			id: savedViews.id,
			name: savedViews.name,
			holder: savedViews.holder,
			isPinned: savedViews.isPinned,
			applicationId: savedViews.applicationId,
			stage: savedViews.stage,
			administrationLevelItemIds: savedViews.administrationLevelItemIds,
			courseIds: savedViews.courseIds,
			keyword: savedViews.keyword,
			needs: savedViews.needs,
			sort: savedViews.sort,
			ownerName: sql<string>`coalesce((SELECT first_name || ' ' || last_name FROM users
				WHERE organisation_id = ${organisationId} AND id = saved_views.owner_id), '')`.as("owner_name"),
			applicants: (isCounted ? countView(ctx) : sql<null>`NULL`).as("applicants"),
		})
		.from(savedViews)
		.where(ofReader(ctx))
		.orderBy(sql`lower(${savedViews.name})`, savedViews.id);
	return rows.map(({ id, name, holder, isPinned, ownerName, applicants, ...filters }) => ({
		id,
		name,
		isShared: holder === office,
		isPinned,
		ownerName,
		mayChange: mayChangeView(actor, holder),
		filters: withoutNulls(filters) as ViewFilters,
		applicants,
		isCapped: filters.needs !== null || filters.keyword !== null,
	}));
};

const withoutNulls = (filters: object) =>
	Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null));

/** What decides about a change: the views that its maker sees. */
export const readHolders = (ctx: OrgContext) =>
	ctx.db
		.select({
			id: savedViews.id,
			holder: savedViews.holder,
			isPinned: savedViews.isPinned,
			name: savedViews.name,
			ownerId: savedViews.ownerId,
		})
		.from(savedViews)
		.where(ofReader(ctx));
