import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import {
	createRecord,
	deleteRecord,
	listChanges,
	openRecord,
	restoreRecord,
	updateRecord,
} from "#worker/records/operations";
import { type AnyKind, pageOfRecords } from "#worker/records/queries";

/** Serves the seven endpoints of a kind of record; what is special about one is served by its feature instead. */
export const serveRecords = (
	app: App,
	kind: AnyKind,
	{ ownList = false, ownFind = false, ownRemove = false } = {},
): void => {
	const { list, find, create, update, remove, history, restore } = kind.endpoints;
	if (!ownList) serve(app, list, async (ctx, { query }) => ok(await pageOfRecords(ctx, kind, query)));
	if (!ownFind) serve(app, find, (ctx, { params }) => openRecord(ctx, kind, params.id));
	serve(app, create, (ctx, { body }) => createRecord(ctx, kind, body));
	serve(app, update, (ctx, { params, body: { version, ...fields } }) =>
		updateRecord(ctx, kind, params.id, { fields, version }),
	);
	if (!ownRemove) serve(app, remove, (ctx, { params }) => deleteRecord(ctx, kind, params.id));
	serve(app, history, (ctx, { params, query }) => listChanges(ctx, kind, params.id, query));
	serve(app, restore, (ctx, { params, body }) => restoreRecord(ctx, kind, params.id, body));
};
