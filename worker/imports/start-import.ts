import type { OrgContext } from "#worker/context";
import { filePart } from "#worker/contract/imports";
import { fail, ok } from "#worker/contract/result";
import type { Topic } from "#worker/contract/topics";
import { commit } from "#worker/database/commit";
import { checkListFile } from "#worker/gateways/spreadsheets/read-list";
import { newImportTask } from "#worker/imports/import-task";
import { writeImport } from "#worker/imports/imports.writes";
import { uploadsFolder } from "#worker/sweep/old-downloads";
import { sendJob, tooManyTasks } from "#worker/tasks/start-task";
import { writeTaskIfRoom } from "#worker/tasks/task.writes";
import { hasRoom } from "#worker/tasks/turns.writes";

interface NewImport {
	/** What its rows go into. */
	target: string;
	/** The payment platform of a settlement file. */
	platform?: string;
	/** The task that reads it. */
	type: string;
	/** The name of its file, and the import in the words of its notices. */
	name: string;
	title: string;
	/** Where its notices lead, and whose pages its progress concerns. */
	noticesOf(importId: string): { path: string; topics: Topic[] };
	files: readonly { part: string; file: File }[];
}

/**
 * Starts the import of a list, or fails with `too_many_tasks`. The file is stored until it has been read. @returns the id of
 * the import
 */
export const startListImport = async (
	ctx: OrgContext,
	{ target, platform, type, name, title, noticesOf, files }: NewImport,
) => {
	const refuse = (refusal: string) => fail("invalid", { fields: { [filePart]: [refusal] } });
	const [file, ...others] = files.filter(({ part }) => part === filePart);
	if (!file) return refuse("Choose a file");
	if (others.length > 0 || files.length > 1) return refuse("Upload one file at a time.");
	const bytes = new Uint8Array(await file.file.arrayBuffer());
	const checked = checkListFile({ name: file.file.name, bytes });
	if ("refusal" in checked) return refuse(checked.refusal);
	if (!(await hasRoom(ctx))) return tooManyTasks();
	const id = ctx.newId();
	const objectKey = `${uploadsFolder}${ctx.organisationId}/${id}.${checked.format}`;
	await ctx.env.FILES.put(objectKey, bytes);
	const about = { importId: id, type, title, total: 1, ...noticesOf(id) };
	const { taskId, write, event } = newImportTask(ctx, about, writeTaskIfRoom);
	const list = {
		id,
		target,
		platform: platform ?? null,
		fileName: name,
		format: checked.format,
		size: bytes.length,
		objectKey,
		taskId,
	};
	const guarded = { write, expectedChanges: 1 };
	if (!(await commit(ctx, { guarded, writes: [writeImport(ctx, list)], event }))) {
		await ctx.env.FILES.delete(objectKey);
		return tooManyTasks();
	}
	await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId }, ctx.now());
	return ok(id);
};
