import type { OrgContext } from "#worker/context";
import type { ProblemCode } from "#worker/contract/problems";
import { fail, ok } from "#worker/contract/result";
import { commit, isDuplicate } from "#worker/database/commit";
import { readHolders } from "#worker/services/saved-views/queries";
import { holderOf, mayChangeView, office, type ViewList } from "#worker/services/saved-views/saved-view";
import { insertView, removeView, changeView as writeChange } from "#worker/services/saved-views/writes";

interface NewView {
	name: string;
	isShared: boolean;
	isPinned: boolean;
	filter: Record<string, unknown>;
}

/** Saves a list under a name, for the user or for the office. */
export const saveView = async <Code extends ProblemCode>(
	ctx: OrgContext,
	of: ViewList<Code>,
	{ name, isShared, isPinned, filter }: NewView,
) => {
	const holder = holderOf(ctx.actor, isShared);
	if (!mayChangeView(of, ctx.actor, holder)) return refuse(of);
	const view = { id: ctx.newId(), holder, isPinned };
	const room = of.roomFor(view, await readHolders(ctx, of));
	if (!room.ok) return room;
	const row = {
		...view,
		organisationId: ctx.organisationId,
		list: of.list,
		ownerId: ctx.actor.id,
		name,
		filter,
		createdAt: ctx.now(),
		updatedAt: ctx.now(),
	};
	try {
		const created = await commit(ctx, {
			guarded: { write: insertView(ctx, row), expectedChanges: 1 },
			event: { type: "view.created", payload: { viewId: view.id, name, isShared } },
		});
		if (created) return ok({ id: view.id });
		const roomNow = of.roomFor(view, await readHolders(ctx, of));
		return roomNow.ok ? fail("too_many_views") : roomNow;
	} catch (error) {
		if (isDuplicate(error, "saved_views", "saved_views_by_name")) return taken(of);
		throw error;
	}
};

const refuse = ({ refusal }: Pick<ViewList, "refusal">) => fail("view_not_yours", { message: refusal });

const taken = ({ texts }: Pick<ViewList, "texts">) => {
	const message = texts?.taken ?? "A view with this name already exists";
	return fail("view_exists", { message, fields: { name: [message] } });
};

interface ChangedView extends Omit<NewView, "filter"> {
	/** Left out, the view keeps its filter. */
	filter: NewView["filter"] | undefined;
	version: number | undefined;
}

/** Renames, pins, shares or refilters a view. A view that is no longer shared belongs to the user who changed it. */
export const changeView = async <Code extends ProblemCode>(
	ctx: OrgContext,
	of: ViewList<Code>,
	id: string,
	{ name, isPinned, isShared, filter, version }: ChangedView,
) => {
	const kept = await readHolders(ctx, of);
	const view = kept.find((one) => one.id === id);
	if (!view) return fail("not_found");
	const holder = holderOf(ctx.actor, isShared);
	if (!mayChangeView(of, ctx.actor, view.holder) || !mayChangeView(of, ctx.actor, holder)) return refuse(of);
	const room = of.roomFor({ id, holder, isPinned }, kept);
	if (!room.ok) return room;
	const kind = { holder, name, isPinned, ...(filter && { filter }) };
	const change = { id, list: of.list, heldBy: view.holder, version, ...kind };
	try {
		const changed = await commit(ctx, {
			guarded: { write: writeChange(ctx, change), expectedChanges: 1 },
			event: { type: "view.updated", payload: { viewId: id, name, isShared } },
		});
		if (changed) return ok({ id });
		const since = await readHolders(ctx, of);
		const roomNow = of.roomFor({ id, holder, isPinned }, since);
		const current = since.find((one) => one.id === id);
		if (current && version !== undefined && current.version !== version)
			return fail("changed_meanwhile", { details: { current: shownView(current) } });
		return current?.holder === view.holder && !roomNow.ok ? roomNow : fail("not_found");
	} catch (error) {
		if (isDuplicate(error, "saved_views", "saved_views_by_name")) return taken(of);
		throw error;
	}
};

const shownView = ({ id, name, isPinned, version, holder }: Awaited<ReturnType<typeof readHolders>>[number]) => ({
	id,
	name,
	isPinned,
	version,
	isShared: holder === office,
});

export const deleteView = async (ctx: OrgContext, of: ViewList, id: string) => {
	const view = (await readHolders(ctx, of)).find((one) => one.id === id);
	if (!view) return fail("not_found");
	if (!mayChangeView(of, ctx.actor, view.holder)) return refuse(of);
	const deleted = await commit(ctx, {
		guarded: { write: removeView(ctx, id, view.holder), expectedChanges: 1 },
		event: { type: "view.deleted", payload: { viewId: id, name: view.name, isShared: view.holder === office } },
	});
	return deleted ? ok({ id }) : fail("not_found");
};
