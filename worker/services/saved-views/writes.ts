import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { withKeys } from "#worker/database/folded";
import { insertFrom } from "#worker/database/insert-from";
import { savedViews } from "#worker/database/schema/saved-views";
import { isVersion, nextVersion } from "#worker/database/seen-version";
import { maxPinned, maxViews } from "#worker/services/saved-views/contract";
import type { ViewList } from "#worker/services/saved-views/saved-view";

type NewView = typeof savedViews.$inferInsert & Pick<ViewList, "list">;

/** Adds a view while its owner has room for it. why in one statement: many at once would each find room. */
export const insertView = ({ db }: OrgContext, row: NewView): Write => {
	const kept = sql`SELECT count(*) FROM saved_views
		WHERE organisation_id = ${row.organisationId} AND list = ${row.list} AND holder = ${row.holder}`;
	return insertFrom(
		db,
		savedViews,
		row,
		sql`WHERE (${kept}) < ${maxViews} AND (NOT ${row.isPinned ? 1 : 0} OR (${kept} AND is_pinned) < ${maxPinned})`,
	);
};

interface ViewChange extends Pick<ViewList, "list"> {
	id: string;
	/** The owner at the time of the permission check. */
	heldBy: string;
	holder: string;
	name: string;
	isPinned: boolean;
	/** Left out, the view keeps its filter. */
	filter?: (typeof savedViews.$inferInsert)["filter"];
	/** Left out, any version is changed. */
	version: number | undefined;
}

/** Changes the view unless it has another owner by now, or its new one has no room for it. */
export const changeView = (
	{ db, organisationId, now }: OrgContext,
	{ id, list, heldBy, version, ...change }: ViewChange,
): Write => {
	const others = sql`SELECT count(*) FROM saved_views
		WHERE organisation_id = ${organisationId} AND list = ${list} AND holder = ${change.holder} AND id <> ${id}`;
	const hasRoom = sql`(${others}) < ${maxViews} AND (NOT ${change.isPinned ? 1 : 0} OR (${others} AND is_pinned) < ${maxPinned})`;
	return db
		.update(savedViews)
		.set({ ...withKeys(savedViews, change), updatedAt: nextVersion(savedViews.updatedAt, now()) })
		.where(and(ofHolder(organisationId, id, heldBy), isVersion(savedViews.updatedAt, version), hasRoom));
};

export const removeView = ({ db, organisationId }: OrgContext, id: string, heldBy: string): Write =>
	db.delete(savedViews).where(ofHolder(organisationId, id, heldBy));

/** Returns the condition that a saved view is of an application, for statements that name no other table. */
export const isViewOf = (organisationId: string, applicationId: string): SQL =>
	sql`organisation_id = ${organisationId} AND list = 'applicants' AND filter ->> 'applicationId' = ${applicationId}`;

/** Deletes the views of an application that is deleted. */
export const removeViewsOf = ({ db, organisationId }: OrgContext, applicationId: string): Write =>
	db.delete(savedViews).where(isViewOf(organisationId, applicationId));

const ofHolder = (organisationId: string, id: string, holder: string) =>
	and(eq(savedViews.organisationId, organisationId), eq(savedViews.id, id), eq(savedViews.holder, holder));
