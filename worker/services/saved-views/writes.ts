import { and, eq } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { savedViews } from "#worker/database/schema/saved-views";

export const insertView = ({ db }: OrgContext, row: typeof savedViews.$inferInsert): Write =>
	db.insert(savedViews).values(row);

interface ViewChange {
	id: string;
	/** The owner at the time of the permission check. */
	heldBy: string;
	holder: string;
	name: string;
	isPinned: boolean;
}

/** Changes the view unless it has another owner by now. */
export const changeView = ({ db, organisationId, now }: OrgContext, { id, heldBy, ...change }: ViewChange): Write =>
	db
		.update(savedViews)
		.set({ ...change, updatedAt: now() })
		.where(ofHolder(organisationId, id, heldBy));

export const removeView = ({ db, organisationId }: OrgContext, id: string, heldBy: string): Write =>
	db.delete(savedViews).where(ofHolder(organisationId, id, heldBy));

const ofHolder = (organisationId: string, id: string, holder: string) =>
	and(eq(savedViews.organisationId, organisationId), eq(savedViews.id, id), eq(savedViews.holder, holder));
