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
});
export type TablePieces = v.InferOutput<typeof TablePieces>;

const folderOf = (ctx: OrgContext, task: OpenTask): string => `${downloadsFolder}${ctx.organisationId}/${task.id}`;

/** Stores the next piece of a table. Nothing counts it until its task is advanced with what this returns. */
export const storePiece = async (
	ctx: OrgContext,
	task: OpenTask,
	file: SheetFile,
	{ headings, rows, before }: { headings: readonly string[]; rows: Cell[][]; before: TablePieces | undefined },
): Promise<TablePieces> => {
	const { bytes, written } = file.piece(headings, rows, before?.written);
	// why a unique name: a concurrent delivery of the slice must not overwrite the piece.
	const objectKey = `${folderOf(ctx, task)}/pieces/${task.done}-${ctx.newId()}`;
	await ctx.env.FILES.put(objectKey, bytes);
	return { written, files: [...(before?.files ?? []), { objectKey, size: bytes.length }] };
};

/** Joins the pieces of a table into the file that is downloaded. @returns what the task keeps of it, without its name */
export const joinPieces = async (
	ctx: OrgContext,
	task: OpenTask,
	file: SheetFile,
	{ written, files, fileName }: TablePieces & { fileName: string },
) => {
	const { mimetype } = file;
	const objectKey = `${folderOf(ctx, task)}/${fileName}`;
	const size = await joinStored(ctx.env.FILES, { ...file.frame(written), stored: files }, { objectKey, mimetype });
	return { objectKey, mimetype, size, rows: written.rows };
};

/** Deletes the pieces once the task names the file. */
export const deletePieces = async (ctx: OrgContext, { files }: Pick<TablePieces, "files">): Promise<void> => {
	// why: the store deletes at most this many at once.
	for (let from = 0; from < files.length; from += 1_000)
		await ctx.env.FILES.delete(files.slice(from, from + 1_000).map((piece) => piece.objectKey));
};
