import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { joinStored } from "#worker/gateways/files/join-stored";
import type { Cell, SheetFile } from "#worker/gateways/spreadsheets/sheet-file";
import { downloadsFolder } from "#worker/sweep/old-downloads";
import type { OpenTask } from "#worker/tasks/job";

/** A table that a task writes piece by piece: how far it is, and its pieces in the store. */
export const TablePieces = v.object({
	written: v.object({
		rows: v.number(),
		columns: v.optional(v.number(), 0),
		checksum: v.number(),
		plainSize: v.number(),
		packedSize: v.number(),
	}),
	files: v.array(v.object({ objectKey: v.string(), size: v.number() })),
	/** How many of them, from the first on, were joined from smaller ones. */
	joined: v.optional(v.number(), 0),
});
export type TablePieces = v.InferOutput<typeof TablePieces>;

/**
 * So many pieces are joined into one. why: a task writes down after each slice which pieces it has, and small slices beside
 * other users make thousands of them.
 */
const joinedAtOnce = 50;

const folderOf = (ctx: OrgContext, task: OpenTask): string => `${downloadsFolder}${ctx.organisationId}/${task.id}`;
const piecesOf = (ctx: OrgContext, task: OpenTask): string => `${folderOf(ctx, task)}/pieces/`;

/** Stores the next piece of a table. Nothing counts it until its task is advanced with what this returns. */
export const storePiece = async (
	ctx: OrgContext,
	task: OpenTask,
	file: SheetFile,
	{ headings, rows, before }: { headings: readonly string[]; rows: Cell[][]; before: TablePieces | undefined },
): Promise<TablePieces> => {
	const { bytes, written } = file.piece(headings, rows, before?.written);
	// why a unique name: a concurrent delivery of the slice must not overwrite the piece.
	const objectKey = `${piecesOf(ctx, task)}${task.done}-${ctx.newId()}`;
	await ctx.env.FILES.put(objectKey, bytes);
	const files = [...(before?.files ?? []), { objectKey, size: bytes.length }];
	return joinLoose(ctx, task, { written, files, joined: before?.joined ?? 0 });
};

const none = new Uint8Array();

/** Joins the pieces that are still as they were stored, when there are enough. They go when the table is done. */
const joinLoose = async (ctx: OrgContext, task: OpenTask, pieces: TablePieces): Promise<TablePieces> => {
	const { written, files, joined } = pieces;
	const loose = files.slice(joined);
	if (loose.length < joinedAtOnce) return pieces;
	const objectKey = `${piecesOf(ctx, task)}${task.done}-${ctx.newId()}`;
	const mimetype = "application/octet-stream";
	const size = await joinStored(ctx.env.FILES, { before: none, stored: loose, after: none }, { objectKey, mimetype });
	return { written, files: [...files.slice(0, joined), { objectKey, size }], joined: joined + 1 };
};

/** Joins the pieces of a table into the file that is downloaded. @returns what the task keeps of it, without its name */
export const joinPieces = async (
	ctx: OrgContext,
	task: OpenTask,
	file: SheetFile,
	{ written, files, fileName }: Omit<TablePieces, "joined"> & { fileName: string },
) => {
	const { mimetype } = file;
	const objectKey = `${folderOf(ctx, task)}/${fileName}`;
	const size = await joinStored(ctx.env.FILES, { ...file.frame(written), stored: files }, { objectKey, mimetype });
	return { objectKey, mimetype, size, rows: written.rows };
};

/** Deletes all pieces of a task, also those that nothing counts, once it names the file. */
export const deletePieces = async (ctx: OrgContext, task: OpenTask): Promise<void> => {
	const { FILES } = ctx.env;
	for (;;) {
		// why always from the start: what was listed is gone.
		const { objects, truncated } = await FILES.list({ prefix: piecesOf(ctx, task) });
		if (objects.length > 0) await FILES.delete(objects.map(({ key }) => key));
		if (!truncated) return;
	}
};
