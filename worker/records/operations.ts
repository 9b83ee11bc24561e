import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import type { RecordState } from "#worker/contract/records";
import { fail, ok, okOr } from "#worker/contract/result";
import { commit, type Write } from "#worker/database/commit";
import { writeChange } from "#worker/records/history.writes";
import { type AnyKind, type AnyRow, findRecord, pageOfChanges, stateAfter } from "#worker/records/queries";
import { deleteRecordRow, insertRecord, isTaken, updateRecordRow } from "#worker/records/writes";

type Fields = Record<string, unknown>;

export const openRecord = async (ctx: OrgContext, kind: AnyKind, id: string) =>
	okOr(await findRecord(ctx, kind, id), "not_found");

const complete = (ctx: OrgContext, kind: AnyKind, given: Fields, before?: AnyRow): Fields =>
	kind.complete?.(ctx, given as never, before as never) ?? given;

export const createRecord = async (ctx: OrgContext, kind: AnyKind, given: Fields) => {
	const fields = complete(ctx, kind, given);
	const refused = await kind.check?.(ctx, fields as never);
	if (refused) return refused;
	const [id, after] = [ctx.newId(), fieldsOf(kind, fields)];
	return unlessDuplicate(kind, "create", fields, async () => {
		const created = await write(ctx, kind, {
			id,
			action: "created",
			fields,
			after,
			guarded: insertRecord(ctx, kind, id, fields),
			writes: kind.writes?.(ctx, { ...fields, id } as never, undefined),
		});
		const made = created && (await findRecord(ctx, kind, id));
		if (made) return ok(made);
		return (await kind.check?.(ctx, fields as never)) ?? fail(kind.most?.code ?? "not_found");
	});
};

interface Update {
	fields: Fields;
	version?: number | undefined;
	isRestored?: boolean;
}

/** Changes a record; one that has other fields by now than the version that was seen is refused with both. */
export const updateRecord = async (
	ctx: OrgContext,
	kind: AnyKind,
	id: string,
	{ fields: given, version, isRestored = false }: Update,
) => {
	const row = await findRecord(ctx, kind, id);
	if (!row) return fail("not_found");
	const fields = complete(ctx, kind, given, row);
	const refused = await kind.check?.(ctx, fields as never, id);
	if (refused) return refused;
	const [before, after] = [stateOf(kind, row), fieldsOf(kind, fields)];
	// why: a change of nothing would be a line in the history, and a conflict for everybody who has the record open.
	if (JSON.stringify(before) === JSON.stringify(after)) return ok(row);
	return unlessDuplicate(kind, "update", fields, async () => {
		const updated = await write(ctx, kind, {
			id,
			action: isRestored ? "restored" : "updated",
			fields,
			before,
			after,
			// why also without one: fields that were not given are written as they were read, and so is the history.
			guarded: updateRecordRow(ctx, kind, id, { fields, version: version ?? row.version }),
			writes: kind.writes?.(ctx, { ...fields, id } as never, row as never),
		});
		const current = await findRecord(ctx, kind, id);
		if (!current) return fail("not_found");
		if (updated) return ok(current);
		return (await kind.check?.(ctx, fields as never, id)) ?? fail("changed_meanwhile", { details: { current } });
	});
};

export const deleteRecord = async (ctx: OrgContext, kind: AnyKind, id: string) => {
	const row = await findRecord(ctx, kind, id);
	if (!row) return fail("not_found");
	const refused = await kind.checkRemoval?.(ctx, id);
	if (refused) return refused;
	const fields = stateOf(kind, row);
	const guarded = deleteRecordRow(ctx, kind, id);
	const writes = kind.removes?.(ctx, id);
	if (await write(ctx, kind, { id, action: "deleted", fields, before: fields, guarded, writes })) return ok({ id });
	if (!kind.uses || !(await findRecord(ctx, kind, id))) return fail("not_found");
	const message = kind.uses.text?.(row as never);
	return fail(kind.uses.code, message === undefined ? {} : { message });
};

export const listChanges = async (ctx: OrgContext, kind: AnyKind, id: string, query: { page: number; size: number }) =>
	(await findRecord(ctx, kind, id)) ? ok(await pageOfChanges(ctx, kind, id, query)) : fail("not_found");

/** Gives a record the fields again that it had after a change, if they can still be. */
export const restoreRecord = async (
	ctx: OrgContext,
	kind: AnyKind,
	id: string,
	{ changeId, version }: { changeId: string; version?: number | undefined },
) => {
	const state = await stateAfter(ctx, kind, { id, changeId });
	if (!state) return fail((await findRecord(ctx, kind, id)) ? "state_not_restorable" : "not_found");
	const fields = v.safeParse(kind.endpoints.create.body, state);
	if (!fields.success) return fail("state_not_restorable");
	return updateRecord(ctx, kind, id, { fields: fields.output, version, isRestored: true });
};

interface Change {
	id: string;
	action: "created" | "updated" | "restored" | "deleted";
	fields: Fields;
	before?: RecordState;
	after?: RecordState;
	guarded: Write;
	writes?: readonly Write[] | undefined;
}

/** Commits a change with its line in the history and its event. */
const write = (ctx: OrgContext, kind: AnyKind, { id, action, fields, guarded, writes = [], ...states }: Change) => {
	const change = { id: ctx.newId(), kind: kind.kind, recordId: id, action, ...states };
	return commit(ctx, {
		guarded: { write: guarded, expectedChanges: 1 },
		writes: [writeChange(ctx, change), ...writes],
		event: {
			id: change.id,
			type: `record.${action}` as const,
			payload: {
				kind: kind.kind,
				recordId: id,
				name: kind.nameOf(fields as never),
				...states,
				...(kind.topics && { topics: [...kind.topics] }),
			},
		},
	});
};

/** Returns the fields of a record that was read, in the order of its contract. */
export const stateOf = (kind: AnyKind, row: AnyRow): RecordState =>
	fieldsOf(kind, kind.toState ? kind.toState(row as never) : row);

const fieldsOf = ({ endpoints }: AnyKind, values: Fields): RecordState => {
	const { body } = endpoints.create;
	const names = "entries" in body ? Object.keys(body.entries as object) : [];
	return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
};

const unlessDuplicate = async <R>(
	kind: AnyKind,
	action: "create" | "update",
	fields: Fields,
	run: () => Promise<R>,
) => {
	try {
		return await run();
	} catch (error) {
		const { duplicate } = kind;
		if (!duplicate || !isTaken(kind, error)) throw error;
		const text = duplicate.text(fields as never);
		const message = duplicate.isWhole ? { message: text } : {};
		return fail(duplicate[action], { ...message, fields: { [duplicate.field]: [text] } });
	}
};
