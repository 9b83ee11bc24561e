import type { OrgContext } from "#worker/context";
import { filterOf } from "#worker/contract/applicant-filter";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { commit, isDuplicate } from "#worker/database/commit";
import { applicationExists } from "#worker/services/applications/queries";
import type * as contract from "#worker/services/saved-views/contract";
import { readHolders } from "#worker/services/saved-views/queries";
import { holderOf, mayChangeView, office, roomFor } from "#worker/services/saved-views/saved-view";
import { insertView, removeView, changeView as writeChange } from "#worker/services/saved-views/writes";

type Body = EndpointRequest<typeof contract.createSavedView>["body"];

/** Saves a list under a name, for the user or for the office (§6: candidate:u). */
export const saveView = async (ctx: OrgContext, body: Body) => {
	const { filters, name, isPinned } = body;
	const holder = holderOf(ctx.actor, body.isShared);
	if (!mayChangeView(ctx.actor, holder)) return fail("view_not_yours");
	const [kept, exists] = await Promise.all([readHolders(ctx), applicationExists(ctx, filters.applicationId)]);
	if (!exists) return fail("application_unavailable");
	const view = { id: ctx.newId(), holder, isPinned };
	const room = roomFor(view, kept);
	if (!room.ok) return room;
	const row = {
		...view,
		organisationId: ctx.organisationId,
		ownerId: ctx.actor.id,
		name,
		filter: storedFilter(filters),
		createdAt: ctx.now(),
		updatedAt: ctx.now(),
	};
	try {
		const created = await commit(ctx, {
			guarded: { write: insertView(ctx, row), expectedChanges: 1 },
			event: { type: "view.created", payload: { viewId: view.id, name, isShared: body.isShared } },
		});
		if (!created) return fail(isPinned ? "too_many_pinned" : "too_many_views");
	} catch (error) {
		if (isDuplicate(error, "saved_views", "saved_views_by_name")) return fail("view_exists", beside("name"));
		throw error;
	}
	return ok({ id: view.id });
};

const storedFilter = (filters: Body["filters"]) => ({ ...filterOf(filters), applicationId: filters.applicationId });

const beside = (field: string) => ({ fields: { [field]: ["A view with this name already exists"] } });

type Settings = EndpointRequest<typeof contract.updateSavedView>["body"];

/** Renames, pins, shares or refilters a view. A view that is no longer shared belongs to the user who changed it. */
export const changeView = async (ctx: OrgContext, id: string, settings: Settings) => {
	const kept = await readHolders(ctx);
	const view = kept.find((one) => one.id === id);
	if (!view) return fail("not_found");
	const { name, isPinned, isShared, filters, version } = settings;
	const holder = holderOf(ctx.actor, isShared);
	if (!mayChangeView(ctx.actor, view.holder) || !mayChangeView(ctx.actor, holder)) return fail("view_not_yours");
	const room = roomFor({ id, holder, isPinned }, kept);
	if (!room.ok) return room;
	if (filters && !(await applicationExists(ctx, filters.applicationId))) return fail("application_unavailable");
	const kind = { holder, name, isPinned, ...(filters && { filter: storedFilter(filters) }) };
	const change = { id, heldBy: view.holder, version, ...kind };
	try {
		const changed = await commit(ctx, {
			guarded: { write: writeChange(ctx, change), expectedChanges: 1 },
			event: { type: "view.updated", payload: { viewId: id, name, isShared } },
		});
		if (changed) return ok({ id });
		const since = await readHolders(ctx);
		const roomNow = roomFor({ id, holder, isPinned }, since);
		const current = since.find((one) => one.id === id);
		if (current && version !== undefined && current.version !== version)
			return fail("changed_meanwhile", { details: { current: shownView(current) } });
		return current?.holder === view.holder && !roomNow.ok ? roomNow : fail("not_found");
	} catch (error) {
		if (isDuplicate(error, "saved_views", "saved_views_by_name")) return fail("view_exists", beside("name"));
		throw error;
	}
};

const shownView = ({ id, name, isPinned, version, holder }: Awaited<ReturnType<typeof readHolders>>[number]) => ({
	...{ id, name, isPinned, version },
	isShared: holder === office,
});

export const deleteView = async (ctx: OrgContext, id: string) => {
	const view = (await readHolders(ctx)).find((one) => one.id === id);
	if (!view) return fail("not_found");
	if (!mayChangeView(ctx.actor, view.holder)) return fail("view_not_yours");
	const deleted = await commit(ctx, {
		guarded: { write: removeView(ctx, id, view.holder), expectedChanges: 1 },
		event: { type: "view.deleted", payload: { viewId: id, name: view.name, isShared: view.holder === office } },
	});
	return deleted ? ok({ id }) : fail("not_found");
};
