import { and, eq, inArray, sql } from "drizzle-orm";
import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import type { NamedFilter } from "#worker/contract/applicant-filter";
import { defaultTimeZone } from "#worker/contract/text/dates";
import { folded } from "#worker/database/folded";
import { remembered } from "#worker/database/remembered";
import { savedViews } from "#worker/database/schema/saved-views";
import { countFilters, isBounded } from "#worker/services/applicants/filter.queries";
import type { SavedView } from "#worker/services/saved-views/contract";
import { KeptCriteria, type SavedCriteria } from "#worker/services/saved-views/criteria.contract";
import {
	applicantViews,
	criteriaSets,
	mayChangeView,
	office,
	transactionViews,
	type ViewList,
} from "#worker/services/saved-views/saved-view";
import { type TransactionView, TransactionViewFilter } from "#worker/services/saved-views/transaction-views.contract";

const ofReader = ({ organisationId, actor }: OrgContext, { list }: Pick<ViewList, "list">) =>
	and(
		eq(savedViews.organisationId, organisationId),
		eq(savedViews.list, list),
		inArray(savedViews.holder, [office, actor.id]),
	);

const remembers = (ctx: OrgContext, of: ViewList) =>
	remembered(ctx, `views of ${of.list} of ${ctx.actor.id}`, () => viewsOfReader(ctx, of));

/** Reads the user's and the office's views of applicants by name, with counts of the pinned ones if asked for. */
export const readSavedViews = async (ctx: OrgContext, isCounted: boolean): Promise<SavedView[]> => {
	const { actor } = ctx;
	const rows = (await remembers(ctx, applicantViews)).map((row) => ({ ...row, filters: row.filters as NamedFilter }));
	const pinned = rows.filter(({ isPinned }) => isCounted && isPinned);
	const counts = await countFilters(
		ctx,
		pinned.map(({ filters }) => filters),
		{ searchKey: rows[0]?.searchKey ?? "", timeZone: rows[0]?.timeZone ?? defaultTimeZone },
	);
	const countOf = new Map(pinned.map(({ id }, index) => [id, counts[index] ?? null]));
	return rows.map(({ id, name, holder, isPinned, ownerName, filters, version }) => ({
		id,
		name,
		isPinned,
		ownerName,
		filters,
		version,
		isShared: holder === office,
		mayChange: mayChangeView(applicantViews, actor, holder),
		applicants: countOf.get(id) ?? null,
		isCapped: isBounded(filters),
	}));
};

/** Reads the user's and the office's views of transactions by name. */
export const readTransactionViews = async (ctx: OrgContext): Promise<TransactionView[]> =>
	(await remembers(ctx, transactionViews)).map(({ id, name, holder, ownerName, filters, version }) => ({
		id,
		name,
		ownerName,
		version,
		filters: v.parse(TransactionViewFilter, filters),
		isShared: holder === office,
		mayChange: mayChangeView(transactionViews, ctx.actor, holder),
	}));

/** Reads the user's and the office's sets of criteria by name. */
export const readSavedCriteria = async (ctx: OrgContext): Promise<SavedCriteria[]> =>
	(await remembers(ctx, criteriaSets)).map(({ id, name, holder, ownerName, filters, version }) => ({
		id,
		name,
		ownerName,
		version,
		...v.parse(KeptCriteria, filters),
		isShared: holder === office,
		mayChange: mayChangeView(criteriaSets, ctx.actor, holder),
	}));

const viewsOfReader = async (ctx: OrgContext, of: ViewList) => {
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
		.where(ofReader(ctx, of))
		.orderBy(folded(savedViews.name), savedViews.id);
};

/** Reads what decides a change: the views of a list that the user sees. */
export const readHolders = (ctx: OrgContext, of: Pick<ViewList, "list">) =>
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
		.where(ofReader(ctx, of));
